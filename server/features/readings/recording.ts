import type { Knex } from "knex";
import { type FileStore, isUnfinished, type StoredFile } from "#server/adapters/file-store.ts";
import type { Pruner } from "#server/db/prune-rows.ts";
import { Refusal } from "#server/http/refusal.ts";
import { endOfLife } from "#server/life.ts";
import type { Services } from "#server/services.ts";
import { connectionId } from "#shared/ingested-reading.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";

const folder = "recordings";

/** @param day `YYYYMMDD`, the New York day of the reading. */
export const recordingName = (day: string, connection: string) =>
  `${folder}/${day}/${connection}.wav`;

/** Converts `YYYY-MM-DD` to `YYYYMMDD`, the form in file names. */
export const compactDay = (day: string) => day.replaceAll("-", "");

type Retention = Pick<Services, "recordingDays">;

/** The first New York day (`YYYY-MM-DD`) whose recordings are still kept; null: all are. */
export function firstKeptDay({ recordingDays }: Retention, now: Date): string | null {
  return recordingDays === null ? null : newYorkDay(endOfLife({ days: recordingDays }, now));
}

/** Whether the recordings of a New York day (`YYYY-MM-DD`) are still kept. */
export function isKept(retention: Retention, day: string, now: Date): boolean {
  return day >= (firstKeptDay(retention, now) ?? "");
}

/**
 * The file of a reading's recording.
 * @param day `YYYYMMDD`, the New York day of the reading.
 * @throws Refusal 404 unless it is this psychic's recording of that day. The format is checked
 * before a file name is made of it (safety 13).
 */
export async function findRecording(
  sql: Knex,
  files: FileStore,
  psychicId: number,
  day: string,
  connection: string,
): Promise<StoredFile> {
  if (!/^\d{8}$/.test(day) || !connectionId.safeParse(connection).success) {
    throw new Refusal("not_found");
  }
  // `reading_places` finds the one partition that has the reading.
  const { rows } = await sql.raw<{ rows: object[] }>(
    `select from reading_places(array[?]) k
       join readings r on r.psychic_id = k.psychic_id and r.started_at = k.started_at
        and r.connection_id = k.connection_id
      where k.psychic_id = ?::bigint
        and r.has_recording and to_char(r.day, 'YYYYMMDD') = ?`,
    [connection, psychicId, day],
  );
  const file = rows[0] && (await files.find(recordingName(day, connection)));
  if (!file) throw new Refusal("not_found");
  return file;
}

/** Files that one portion removes: a bucket takes some 20 ms for each. */
const portion = 200;

/** Removes recordings past their retention setting, and the remains of interrupted uploads. */
export const pruneRecordings: Pruner = {
  name: "recordings",
  async prune(services, now) {
    const { files } = services;
    const yesterday = new Date(now.getTime() - 86_400_000);
    let removed = 0;
    // Sorted by name: first the unfinished files, then the oldest day.
    for await (const file of files.list(folder)) {
      if (removed === portion) return true;
      const [, year, month, date] = /\/(\d{4})(\d\d)(\d\d)\//.exec(file.name) ?? [];
      const isDated = year !== undefined;
      if (isDated && isKept(services, `${year}-${month}-${date}`, now)) return false;
      // Files that others put here are not ours to remove.
      if (!isDated && !(isUnfinished(file) && file.modified < yesterday)) continue;
      await files.remove(file.name);
      removed++;
    }
    return false;
  },
};
