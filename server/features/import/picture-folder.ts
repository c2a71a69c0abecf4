import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { csvCell } from "./refused-lines.ts";

/**
 * Lists a folder of pictures as a CSV file. A file's name identifies the psychic: six digits are an
 * extension, any other name is a username. The list's paths begin with the folder's name, so that
 * they are also right in the errors file, which is beside the folder and can be imported.
 * @param use is given the file, which is removed afterwards.
 */
export async function withPictureList<T>(
  folder: string,
  use: (file: string) => Promise<T>,
): Promise<T> {
  const entries = await readdir(folder, { withFileTypes: true });
  // Hidden files are the system's own, such as .DS_Store.
  const names = entries
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => name)
    .sort();
  const lines = names.map((name) => {
    const psychic = name.slice(0, name.length - extname(name).length);
    const named = /^\d{6}$/.test(psychic) ? [psychic, ""] : ["", psychic];
    return ["", ...named, join(basename(folder), name)].map(csvCell).join(",");
  });
  const temporary = await mkdtemp(join(tmpdir(), "pictures-"));
  try {
    const file = join(temporary, "pictures.csv");
    const text = ["defused,extension,username,file", ...lines].join("\n");
    await writeFile(file, `${text}\n`, { mode: 0o600 });
    return await use(file);
  } finally {
    await rm(temporary, { recursive: true });
  }
}
