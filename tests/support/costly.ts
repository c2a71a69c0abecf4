/** What a naive pattern, split or loop takes a square of its length for. */
const pieces = {
  dots: ".",
  "ends of tags": ">",
  "starts of tags": "<",
  "half tags": "<a",
  blanks: " ",
  "line ends": "\n",
  "blanks and commas": "       ,",
  commas: ",",
  quotes: '"',
  apostrophes: "'",
  backslashes: "\\",
  "combining marks": "\u0301",
  digits: "7",
  signs: "@",
  ampersands: "&",
  entities: "&amp;",
  paragraphs: "<p>",
  dashes: "-",
  semicolons: "; ",
};

/** Texts of about `length` characters that are dear to whoever reads them carelessly. */
export function costlyTexts(length: number): [name: string, text: string][] {
  const runs = Object.entries(pieces).map(([name, piece]): [string, string] => [
    name,
    piece.repeat(Math.ceil(length / piece.length)),
  ]);
  return [
    ...runs,
    ["an address of dots", `a@${".".repeat(length)}@`],
    ["an address without an end", `${"a".repeat(length / 2)}@${"a.".repeat(length / 4)}@`],
    ["open and closed tags", "<a".repeat(length / 3) + ">".repeat(length / 3)],
    ["paragraphs of ends", `<p>${">".repeat(length)}`],
    ["blanks with an end", `x${" ".repeat(length)}x`],
    ["digits with an end", `${"7".repeat(length)}x`],
  ];
}

/** Milliseconds of CPU that this thread may take to refuse anything (safety 26). */
export const cpuAtMost = 50;

/**
 * Milliseconds of this thread's CPU. A busy machine or a collection of garbage makes one run dear,
 * so the least of several counts; the first that is cheap enough ends it.
 */
export async function cpuOf(work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5 && least >= cpuAtMost; run++) {
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
