import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { type FloorDay as Counts, floorEndpoints } from "#shared/floor.ts";
import { wallClock } from "#shared/rules/new-york.ts";
import { pollEvery } from "#web/api/poll.ts";
import { backgroundQuery } from "#web/api/query.ts";
import { gridlines } from "#web/ui/day-chart/chart-scale.ts";
import "./floor-day.scss";

/** Milliseconds. The server counts once a minute. */
const pollInterval = 60_000;

const clock = (at: string) => wallClock(at).format("h:mm A");
const onText = (on: number | null) => (on === null ? "Not yet" : String(on));

/** How many psychics were on over this New York day, and how many had promised to be. */
export function FloorDay() {
  const { data, error } = useQuery({
    ...backgroundQuery(floorEndpoints.getFloorDay),
    refetchInterval: pollEvery(pollInterval),
  });
  return (
    <figure className="panel floor-day" aria-busy={!data && !error}>
      <figcaption>
        <span>Active psychics at each half hour today (ET)</span>
        <span className="floor-day-key" aria-hidden="true">
          <span>
            <i />
            On
          </span>
          <span>
            <i className="is-promised" />
            Promised
          </span>
        </span>
      </figcaption>
      <div className="floor-day-frame">
        {data && <Plot counts={data.counts} />}
        {error && !data && <p>Today's counts could not be loaded.</p>}
      </div>
      {data && (
        <details>
          <summary>Counts as a table</summary>
          <CountTable {...data} />
        </details>
      )}
      <p className="help">
        <Link to="/statistics/hours">Demand</Link> has the last eight weeks by hour of the week.
      </p>
    </figure>
  );
}

/** A bar for who was on, and a line for who had promised, at each half hour. */
function Plot({ counts }: Pick<Counts, "counts">) {
  const most = Math.max(...counts.map(({ on, promised }) => Math.max(on ?? 0, promised)));
  const lines = gridlines(most);
  const highest = lines.at(-1) ?? 1;
  const share = (count: number) => `${(count / highest) * 100}%`;
  return (
    <div className="floor-day-plot" aria-hidden="true">
      {[0, ...lines].map((count) => (
        <span key={count} className="floor-day-line" style={{ insetBlockEnd: share(count) }}>
          {count}
        </span>
      ))}
      <div className="floor-day-bars">
        {counts.map(({ at, on, promised }) => (
          <span key={at} title={`${clock(at)}: ${onText(on)} on, ${promised} promised`}>
            {on !== null && <i style={{ height: share(on) }} />}
            <b style={{ insetBlockEnd: share(promised) }} />
            <Tick at={at} />
          </span>
        ))}
      </div>
    </div>
  );
}

/** Every third hour; a phone has room for every sixth. */
function Tick({ at }: { at: string }) {
  const time = wallClock(at);
  if (time.minute() !== 0 || time.hour() % 3 !== 0) return null;
  return (
    <small className={time.hour() % 6 === 0 ? undefined : "is-between"}>{time.format("h A")}</small>
  );
}

function CountTable({ counts }: Counts) {
  return (
    <table className="table is-narrow">
      <thead>
        <tr>
          <th scope="col">Time (ET)</th>
          <th scope="col">On</th>
          <th scope="col">Promised</th>
        </tr>
      </thead>
      <tbody>
        {counts.map(({ at, on, promised }) => (
          <tr key={at}>
            <th scope="row">{clock(at)}</th>
            <td>{onText(on)}</td>
            <td>{promised}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
