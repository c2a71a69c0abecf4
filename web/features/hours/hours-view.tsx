import type { ReactNode } from "react";
import type { HoursAdvice, WeekHours } from "#shared/hours.ts";
import { leastEvents, leastWeeks } from "#shared/rules/hours-that-pay.ts";
import { writtenDays } from "#web/lib/dates.ts";
import { useMobile } from "#web/lib/use-media.ts";
import { EmptyPanel } from "#web/ui/empty-panel.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { hasFigure, hoursColumns } from "./hours-columns.tsx";
import { HoursPicture } from "./hours-picture.tsx";
import { adviceSentences, stretchName, type Whose } from "./hours-words.ts";
import "./hours.scss";

interface HoursViewProps {
  data: WeekHours;
  whose: Whose;
  /** The buttons of an advice. */
  actions?: ((advice: HoursAdvice) => ReactNode) | undefined;
}

/** The hours of the week: advice, a picture, and a table with the same figures. */
export function HoursView({ data, whose, actions }: HoursViewProps) {
  if (!data.first_day || !data.last_day) return <NoWeeks whose={whose} />;
  const { weeks } = data;
  const range = writtenDays({ start: data.first_day, end: data.last_day });
  return (
    <>
      <p className="as-of">
        {weeks === 1 ? "One whole week" : `${weeks} whole weeks`}, {range}, in New York time.
      </p>
      <Advice data={data} whose={whose} actions={actions} />
      <div className="hours-panels">
        <HoursPicture data={data} whose={whose} />
        <Figures data={data} whose={whose} />
      </div>
      <p className="help">
        A call or chat counts in the hour in which it began. In autumn, the hour that the clocks
        repeat counts as one.
        {whose !== "group" && " What customers paid is not pay."}
        {" Promised hours come from the current schedule."}
      </p>
    </>
  );
}

const emptyText: Record<Whose, string> = {
  own: "Your hours appear here after your first whole week, from Sunday to Saturday in New York. They are counted each night.",
  psychic:
    "The hours appear here after the first whole week, from Sunday to Saturday in New York. They are counted each night.",
  group: "Hours appear here after the first whole week. They are counted each night.",
};

const NoWeeks = ({ whose }: { whose: Whose }) => (
  <EmptyPanel title="No whole week yet" text={emptyText[whose]} />
);

function Advice({ data, whose, actions }: HoursViewProps) {
  const { advice, weeks } = data;
  if (advice.length === 0) {
    return (
      <p className="hours-silence">
        {weeks < leastWeeks
          ? `Advice needs ${leastWeeks} whole weeks.`
          : `No hours differ enough for an advice. It needs ${leastEvents} calls or chats in the same hours, and more of a difference than chance makes.`}
      </p>
    );
  }
  return (
    <ul className="hours-advice">
      {advice.map((one) => (
        <li key={one.hour} className="panel">
          <div>
            <p>
              <strong>{stretchName(one)}</strong>
            </p>
            <p>{adviceSentences(one, weeks, whose).join(" ")}</p>
          </div>
          {actions?.(one)}
        </li>
      ))}
    </ul>
  );
}

function Figures({ data, whose }: HoursViewProps) {
  const isPhone = useMobile();
  const rows = data.hours.filter(hasFigure);
  const table = (
    <DataTable
      label="Hours of the week with any figure"
      groups={hoursColumns(whose, isPhone)}
      rows={rows}
      rowKey={({ hour }) => hour}
      view={`${data.as_of}`}
      expectedRows={0}
      instead={
        rows.length === 0 && (
          <EmptyPanel title="Nothing in these weeks" text="Hours with calls appear here." />
        )
      }
    />
  );
  if (!isPhone) return <div className="hours-figures">{table}</div>;
  return (
    <details className="hours-figures">
      <summary>Figures as a table</summary>
      {table}
    </details>
  );
}
