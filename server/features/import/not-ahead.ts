import { aheadMessage, latestTime } from "../ingest/ahead.ts";

/** A check of a row: none of these instants may be more than 5 minutes in the future. */
export function notAhead<Name extends string>(...names: readonly Name[]) {
  return (row: { readonly [N in Name]?: string | null | undefined }, now: Date): string | null => {
    const latest = latestTime(now).getTime();
    const ahead = names.find((name) => Date.parse(row[name] ?? "") > latest);
    return ahead === undefined ? null : `${ahead}: ${aheadMessage}`;
  };
}
