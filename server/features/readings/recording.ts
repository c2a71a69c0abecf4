import type { Request, Response } from "express";
import type { Knex } from "knex";
import type { FileStore } from "#server/adapters/file-store.ts";
import { Refusal } from "#server/http/refusal.ts";
import { connectionId } from "#shared/ingested-reading.ts";

/**
 * The file of a reading's recording.
 * @param day `YYYYMMDD`, the New York day of the reading.
 * @throws Refusal 404 for anything but this psychic's own recording of that day: the spelling is
 * checked before a name is made of it (safety 13).
 */
export async function findRecording(
  sql: Knex,
  files: FileStore,
  psychicId: number,
  day: string,
  connection: string,
): Promise<string> {
  if (!/^\d{8}$/.test(day) || !connectionId.safeParse(connection).success) {
    throw new Refusal("not_found");
  }
  const reading = await sql("readings")
    .whereRaw("connection_id = ? and psychic_id = ?::bigint", [connection, psychicId])
    .whereRaw("has_recording and to_char(day, 'YYYYMMDD') = ?", [day])
    .first("connection_id");
  const file = reading && (await files.find(`recordings/${day}/${connection}.wav`));
  if (!file) throw new Refusal("not_found");
  return file;
}

/** Sends a wav, or the one range of it that is asked for. @throws Error of Express for one outside. */
export function sendRecording(req: Request, res: Response, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    res.setHeader("Content-Type", "audio/wav");
    // The folder of the files may itself be hidden (`.data`).
    const dotfiles = "allow";
    const options = { cacheControl: false, lastModified: false, etag: false, dotfiles } as const;
    res.sendFile(file, options, (error) => {
      const hungUp = (error as NodeJS.ErrnoException | undefined)?.code === "ECONNABORTED";
      // A player that has heard enough hangs up: nobody is there to be told.
      if (!error || hungUp || req.destroyed) resolve();
      else reject(error);
    });
  });
}
