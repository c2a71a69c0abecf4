import { useState } from "react";
import type { WeekHours } from "#shared/hours.ts";
import { hoursOfAdvice } from "#shared/rules/hours-that-pay.ts";
import { Segment } from "#web/ui/segment.tsx";
import { weekdays } from "../schedule/week.ts";
import { levelOf, type MeasureKey, meanings, measures, measuresOf } from "./hours-measures.ts";
import { clockName, type Whose } from "./hours-words.ts";
import "./hours.scss";

interface HoursPictureProps {
  data: WeekHours;
  whose: Whose;
}

const clocks = Array.from({ length: 24 }, (_, clock) => clock);

/** The hours of the week as a picture: a column for each day, a row for each hour. */
export function HoursPicture({ data, whose }: HoursPictureProps) {
  const keys = measuresOf(whose);
  const [chosen, setChosen] = useState<MeasureKey>(keys[0] ?? "calls");
  const measure = measures[chosen];
  const values = data.hours.map((hour) => measure.of(hour));
  const most = values.reduce<number>((highest, value) => Math.max(highest, value ?? 0), 0);
  const advised = new Set(data.advice.flatMap(hoursOfAdvice));
  return (
    <figure className="panel hours-picture">
      <Segment
        label="Figure"
        options={keys.map((key) => ({ key, name: measures[key].name }))}
        chosen={chosen}
        onChoose={setChosen}
      />
      <p className="help">{meanings[chosen]}</p>
      <section
        className="hours-scroll"
        aria-label="Picture of the hours"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: with large text it scrolls, so the keyboard must reach it
        tabIndex={0}
      >
        <table>
          <caption className="is-sr-only">
            {measure.name} by hour of the week, New York time
          </caption>
          <thead>
            <tr>
              <th scope="col">ET</th>
              {weekdays.map(({ name }) => (
                <th key={name} scope="col">
                  <abbr title={name}>{name.slice(0, 3)}</abbr>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {clocks.map((clock) => (
              <tr key={clock}>
                <th scope="row">{clockName(clock)}</th>
                {weekdays.map(({ day, name }) => {
                  const hour = (day - 1) * 24 + clock;
                  const value = values[hour] ?? null;
                  return (
                    <td
                      key={name}
                      data-level={levelOf(value, most)}
                      data-none={value === null || undefined}
                      data-advised={advised.has(hour) || undefined}
                    >
                      {value === null ? "–" : measure.written(value)}
                      {advised.has(hour) && <span className="is-sr-only"> (advice)</span>}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <figcaption className="help">
        The stronger the color, the higher the figure.
        {advised.size > 0 && " Framed hours are those above."}
      </figcaption>
    </figure>
  );
}
