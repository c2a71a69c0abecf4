import { exceptionKinds } from "#shared/rules/promised-hours.ts";
import { useManagedBy } from "#web/features/managers/use-managed-by.ts";
import { WhoseSwitch } from "#web/features/managers/whose-switch.tsx";
import { kindWords } from "#web/features/schedule/exception-words.ts";
import { brandFacts } from "#web/lib/brand-facts.ts";
import { useMobile } from "#web/lib/use-media.ts";
import { useNewYorkToday } from "#web/lib/use-new-york-today.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip, Chips } from "#web/ui/chips.tsx";
import { Segment } from "#web/ui/segment.tsx";
import { readView } from "#web/ui/table/list-view.ts";
import { useAddress } from "#web/ui/table/use-list-view.ts";
import { ChoiceField } from "../choice-field.tsx";
import { ManagerHeading } from "../manager-heading.tsx";
import { Calendar } from "./calendar.tsx";
import { addMonths, earliestMonth, latestMonth, monthOf, writtenMonth } from "./month.ts";
import { TimeOffExport } from "./time-off-export.tsx";
import { listDefaults, TimeOffList } from "./time-off-list.tsx";
import { isNarrow, readTimeOff, type TimeOffView, writeTimeOff } from "./time-off-view.ts";
import "#web/ui/screen-heading.scss";
import "./time-off.scss";

const layouts = [
  { key: "calendar", name: "Calendar" },
  { key: "list", name: "List" },
] as const;
/** The order of the calendar. */
const byName = { column: "username", order: "asc" } as const;
const kinds = [null, ...exceptionKinds];

/** Who is off, works more or takes chats only, in a month. */
export function TimeOff() {
  const today = useNewYorkToday();
  const [search, write] = useAddress();
  const { isMine, managedBy } = useManagedBy("psychics");
  const isPhone = useMobile();
  const view = readTimeOff(search, today);
  const { month, kind, brand } = view;
  const change = (part: Partial<TimeOffView>, replace = true) =>
    write((now) => writeTimeOff(now, part, today), replace);

  const step = (count: number) => change({ month: addMonths(month, count) }, false);
  const isList = view.isList || isPhone;
  const sort = isList ? readView(search, listDefaults).sort : byName;
  const part = {
    ...{ view, managedBy, today },
    onDay: (chosen: string | null) => change({ day: chosen }),
    empty: {
      title: `No dates in ${writtenMonth(month)}`,
      text:
        isNarrow(view) || isMine
          ? "No dates match what you chose above."
          : "Time off, extra hours and days for chats only appear here when psychics or managers enter them under Dates on a schedule.",
    },
  };

  return (
    <>
      <div className="heading-row">
        <ManagerHeading title="Time Off" />
        <div className="time-off-switches">
          <TimeOffExport {...{ view, managedBy, sort }} />
          {!isPhone && (
            <Segment
              label="View"
              options={layouts}
              chosen={view.isList ? "list" : "calendar"}
              onChoose={(chosen) => change({ isList: chosen === "list" })}
            />
          )}
          <WhoseSwitch of="psychics" onChange={() => change({})} />
        </div>
      </div>
      <p className="time-off-about">
        Days on which psychics' hours differ from their week. Time off is announced, not requested:
        nobody approves it. Days begin and end at midnight in New York.
      </p>
      <div className="time-off-bar">
        <div className="time-off-month">
          <Button icon="previous" disabled={month <= earliestMonth} onClick={() => step(-1)}>
            Month Before
          </Button>
          <h2 aria-live="polite">{writtenMonth(month)}</h2>
          <Button iconAfter="next" disabled={month >= latestMonth} onClick={() => step(1)}>
            Month After
          </Button>
          <Button onClick={() => change({ month: monthOf(today) }, false)}>This Month</Button>
        </div>
        <Chips label="What">
          {kinds.map((one) => (
            <Chip
              key={one}
              name={one ? kindWords[one] : "All"}
              isChosen={one === kind}
              onChoose={() => change({ kind: one })}
            />
          ))}
        </Chips>
        <ChoiceField
          label="Brand"
          all="All"
          options={brandFacts()}
          chosen={brand ?? ""}
          onChoose={(chosen) =>
            change({ brand: brandFacts().find(({ key }) => key === chosen)?.key ?? null })
          }
        />
      </div>
      {isList ? <TimeOffList {...part} /> : <Calendar {...part} />}
    </>
  );
}
