import { Fragment, type ReactNode } from "react";
import type { HistoryEntry } from "#shared/audit.ts";
import { businessClock, businessWeekday } from "#web/lib/dates.ts";
import { dayGroups } from "#web/ui/table/day-groups.ts";
import "./history.scss";

interface HistoryListProps<Entry extends HistoryEntry> {
  entries: readonly Entry[];
  /** The actor, and whom the entry is about; default only the actor's name. */
  people?: ((entry: Entry) => ReactNode) | undefined;
  /** Dims the entries while others load. */
  refreshing?: boolean;
}

export function actorName({ by: { kind, name } }: HistoryEntry): string {
  if (kind === "self") return "you";
  return kind === "staff" ? `${name} (staff)` : name;
}

/** Such as `3 times within the hour`; empty for once. */
export const timesText = ({ times }: HistoryEntry) =>
  times > 1 ? `${times} times within the hour` : "";

/** Entries of the audit trail, newest first, with a line above those of each day. */
export function HistoryList<Entry extends HistoryEntry>(props: HistoryListProps<Entry>) {
  const { entries, people, refreshing = false } = props;
  return (
    <div className={refreshing ? "history is-refreshing" : "history"} aria-busy={refreshing}>
      {dayGroups(entries, ({ at }) => businessWeekday(at)).map(({ day, rows }) => (
        <Fragment key={day}>
          <h2 className="history-day">{day}</h2>
          <ul>
            {rows.map((entry) => (
              <HistoryItem
                key={entry.key}
                entry={entry}
                people={people?.(entry) ?? `by ${actorName(entry)}`}
              />
            ))}
          </ul>
        </Fragment>
      ))}
    </div>
  );
}

function HistoryItem({ entry, people }: { entry: HistoryEntry; people: ReactNode }) {
  const { at, what, facts, address, browser } = entry;
  const origin = [browser, address].filter(Boolean).join(" · ");
  return (
    <li className="history-entry">
      <time className="history-time" dateTime={at}>
        {businessClock(at)}
      </time>
      <div className="history-words">
        <p>
          <strong>{what}</strong> <span className="history-people">{people}</span>
          {timesText(entry) && <span className="history-times">{timesText(entry)}</span>}
        </p>
        {facts.length > 0 && (
          <dl className="history-facts">
            {facts.map((fact) => (
              <div key={fact.name}>
                <dt>{fact.name}</dt>
                <dd>
                  <FactValues {...fact} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {origin && <p className="history-origin">{origin}</p>}
    </li>
  );
}

function FactValues({ from, to }: HistoryEntry["facts"][number]) {
  if (from === null) return to;
  return (
    <>
      <span className="is-sr-only">from </span>
      <span className="history-from">{from}</span>
      <span aria-hidden="true"> → </span>
      <span className="is-sr-only"> to </span>
      {to ?? <span className="history-nothing">nothing</span>}
    </>
  );
}
