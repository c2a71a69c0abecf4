import { businessTime } from "../lib/dates.ts";

interface AsOfProps {
  time: string | null | undefined;
  /** Where the line is short. */
  isShort?: boolean;
}

/** When the figures were last refreshed; keeps its place while that is unknown. */
export function AsOf({ time, isShort = false }: AsOfProps) {
  if (time === undefined) return <p className="as-of is-awaited">&nbsp;</p>;
  return (
    <p className="as-of">
      {time === null
        ? "Not updated yet"
        : `${isShort ? "As of" : "Last update"} ${businessTime(time)}`}
    </p>
  );
}
