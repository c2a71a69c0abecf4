import { Readable } from "node:stream";
import type { Request } from "express";
import { FileStoreError } from "#server/adapters/file-store.ts";
import { invalid, Refusal } from "#server/http/refusal.ts";
import { signUpload } from "#server/http/upload-address.ts";
import type { Services } from "#server/services.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import { compactDay, isKept, recordingName } from "../readings/recording.ts";

/** An upload must begin within this time. */
const seconds = 15 * 60;

/**
 * @param base the API's address.
 * @throws Refusal 422 for a day that is in the future or whose recordings are no longer kept.
 */
export async function createUpload(
  services: Services,
  base: string,
  { connection_id, day, size }: { connection_id: string; day: string; size: number },
): Promise<{ url: string; expires_at: string }> {
  const { files, vault, clock } = services;
  const now = clock();
  if (day < "2000-01-01") throw invalid("day", "Not before 2000");
  if (day > newYorkDay(now)) throw invalid("day", "Not in the future");
  if (!isKept(services, day, now)) throw invalid("day", "Recordings of this day are not kept");
  const compact = compactDay(day);
  const expires = Math.floor(now.getTime() / 1000) + seconds;
  const upload = { size, type: "audio/wav", seconds };
  const name = recordingName(compact, connection_id);
  const path = `/ingest/recordings/${compact}/${connection_id}`;
  return {
    url:
      (await files.uploadAddress(name, upload)) ??
      base + signUpload(vault, { path, size, expires }),
    expires_at: new Date(expires * 1000).toISOString(),
  };
}

/**
 * @throws Refusal 400 if the body ends early, FileStoreError if the store fails; then nothing is
 * stored.
 */
export async function storeUpload(
  { files }: Pick<Services, "files">,
  req: Request,
  { day, connection, size }: { day: string; connection: string; size: number },
): Promise<void> {
  // The store ends the stream when it fails. The request must stay open for the answer.
  const stream = Readable.from(req.iterator({ destroyOnReturn: false }), { objectMode: false });
  try {
    await files.write(recordingName(day, connection), { size, stream });
  } catch (error) {
    const isCutOff = error instanceof FileStoreError ? error.code === "cut-off" : req.destroyed;
    if (!isCutOff) throw error;
    throw new Refusal("not_readable", { detail: "The body was cut off" });
  }
}
