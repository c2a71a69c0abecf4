/** Repeated often, these make naive patterns, splits or loops take quadratic time. */
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

/** Texts of about `length` characters that take careless code a long time. */
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

/** The CPU time (ms) within which any request must be refused (safety 26). */
export const maxCpuTime = 50;

/**
 * The CPU time (ms) that this thread takes for some work. A busy machine or a garbage collection can
 * slow many runs down, so this repeats the work until a run is fast enough and returns the fastest.
 */
export async function cpuTimeOf(work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 40 && least >= maxCpuTime; run++) {
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
