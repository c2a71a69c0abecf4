import { type Life, lifeOf } from "#server/life.ts";
import { lives } from "#server/retention.ts";
import type { KeptData } from "#shared/privacy.ts";

/** The retention table for owners: that of docs/operations.md, with the values of the settings. */
export function keptData({ recordingDays }: { recordingDays: number | null }): KeptData[] {
  const recordings =
    recordingDays === null ? "for good" : `${recordingDays} days after the reading`;
  return Object.entries<Life>(lives).map(([name, life]) => ({
    what: life.what.replaceAll("`", ""),
    how_long: name === "recordings" ? recordings : lifeOf(life).replaceAll("`", ""),
    why: life.why,
  }));
}
