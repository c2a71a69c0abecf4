import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";

/** A hash of a whole file. */
export async function contentHash(file: string): Promise<Buffer> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(chunk);
  return hash.digest();
}
