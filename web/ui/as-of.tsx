import { businessTime } from "../lib/dates.ts";

/** When the figures were last refreshed; keeps its place while that is unknown. */
export function AsOf({ time }: { time: string | null | undefined }) {
  if (time === undefined) return <p className="as-of is-awaited">&nbsp;</p>;
  return (
    <p className="as-of">
      {time === null ? "Not updated yet" : `Last update ${businessTime(time)}`}
    </p>
  );
}
