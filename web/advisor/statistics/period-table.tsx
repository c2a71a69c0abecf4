import type { StatisticsPeriod } from "#shared/statistics.ts";
import { figureGroups } from "./period-figures.ts";
import { endsOf, periods } from "./periods.ts";
import "./period-table.scss";

interface PeriodTableProps {
  /** Undefined while they load. */
  statistics: readonly StatisticsPeriod[] | undefined;
  /** Whether there is room for columns with the groups and the meanings. */
  wide: boolean;
}

/** Keeps the space of a period's two dates while they load. */
const heldDays = ["\u00a0", "\u00a0\u00a0"];

/** Every figure of the five periods, a row each, with its meaning. */
export function PeriodTable({ statistics, wide }: PeriodTableProps) {
  return (
    <table
      className={wide ? "period-table" : "period-table is-grouped-above"}
      aria-labelledby="my-periods"
      aria-busy={!statistics}
    >
      <thead>
        <tr>
          <td colSpan={wide ? 2 : 1} />
          {periods.map(({ name }, place) => (
            <th key={name} scope="col">
              {name}
              {(statistics ? endsOf(statistics[place]) : heldDays).map((day) => (
                <small key={day}>{day}</small>
              ))}
            </th>
          ))}
          {wide && <th scope="col">Meaning</th>}
        </tr>
      </thead>
      {figureGroups.map(({ title, figures }) => (
        <tbody key={title}>
          {!wide && (
            <tr>
              <th scope="rowgroup" colSpan={6}>
                {title}
              </th>
            </tr>
          )}
          {figures.map(({ key, label, meaning, written }, place) => (
            <tr key={key}>
              {wide && place === 0 && (
                <th scope="rowgroup" rowSpan={figures.length}>
                  {title}
                </th>
              )}
              <th scope="row">
                {label}
                {!wide && <small>{meaning}</small>}
              </th>
              {periods.map(({ name }, period) => {
                const ofPeriod = statistics?.[period];
                return <td key={name}>{ofPeriod ? written(ofPeriod) : "\u2013"}</td>;
              })}
              {wide && <td className="period-meaning">{meaning}</td>}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}
