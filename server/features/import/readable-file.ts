import { access, constants, stat } from "node:fs/promises";
import { StartError } from "#server/start-error.ts";

/** The size of a file in bytes. @throws StartError with one line if it cannot be read. */
export async function sizeOfReadable(file: string): Promise<number> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new StartError(`There is no file ${file}`);
  await access(file, constants.R_OK).catch(() => {
    throw new StartError(`${file} cannot be read`);
  });
  return found.size;
}
