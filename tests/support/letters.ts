import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

/** The letters to an address in a portal's mail folder, oldest first; none without the folder. */
export async function lettersIn(folder: string, address: string): Promise<string[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
  const letters = await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      return { text: await readFile(file, "utf8"), written: (await stat(file)).mtimeMs };
    }),
  );
  return (
    letters
      .filter(({ text }) => text.includes(`To: ${address}`))
      .sort((a, b) => a.written - b.written)
      // Quoted-printable breaks long lines anywhere.
      .map(({ text }) => text.replaceAll(/=\r?\n/g, ""))
  );
}
