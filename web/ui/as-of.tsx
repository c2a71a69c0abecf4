import { businessTime } from "../lib/dates.ts";

/** When the figures were last brought up to date; keeps its line while that is not known. */
export function AsOf({ time }: { time: string | null | undefined }) {
  if (time === undefined) return <p className="as-of">&nbsp;</p>;
  return (
    <p className="as-of">{time === null ? "Not updated yet" : `As of ${businessTime(time)}`}</p>
  );
}
