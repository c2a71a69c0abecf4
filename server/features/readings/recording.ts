import type { Request, Response } from "express";
import type { Knex } from "knex";
import type { FileStore } from "#server/adapters/file-store.ts";
import { Refusal } from "#server/http/refusal.ts";
import { connectionId } from "#shared/ingested-reading.ts";

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

/**
 * Sends a WAV file or the requested range. @throws Error of Express for a range outside the file.
 */
export function sendRecording(req: Request, res: Response, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    res.setHeader("Content-Type", "audio/wav");
    // The path of the folder may contain a hidden one (`.data`).
    const dotfiles = "allow";
    const options = { cacheControl: false, lastModified: false, etag: false, dotfiles } as const;
    res.sendFile(file, options, (error) => {
      const hungUp = (error as NodeJS.ErrnoException | undefined)?.code === "ECONNABORTED";
      // A player that has enough closes the connection: nobody is left to answer.
      if (!error || hungUp || req.destroyed) resolve();
      else reject(error);
    });
  });
}
