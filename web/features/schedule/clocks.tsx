import { localZone } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/use-now.ts";
import { clockChangeNotes } from "./clock-change.ts";
import { presentTimes } from "./zone-times.ts";
import "./schedule.scss";

/** The viewer's time and New York's, with clock changes in the next two weeks (D15). */
export function Clocks() {
  const now = useNow();
  const { here, newYork } = presentTimes(now);
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div className="clocks">
      <dl className="totals">
        <div>
          <dt>Your local time</dt>
          <dd>
            {here} <small>{localZone()}</small>
          </dd>
        </div>
        <div>
          <dt>New York</dt>
          <dd>{newYork} ET</dd>
        </div>
      </dl>
      {clockChangeNotes(zone, now).map((note) => (
        <p key={note} className="clock-change">
          {note}
        </p>
      ))}
    </div>
  );
}
