import { median } from "./load.ts";

/** One comparison of the report. */
export interface Line {
  name: string;
  portal: string;
  bare: string;
  ratio: number;
  /** How the ratios of the single rounds varied. */
  spread?: [number, number];
  /** The ratio to reach: at least for rates, at most for times. Some are for 10,000,000 alone. */
  target?: { least: number } | { most: number } | undefined;
  aim?: number;
}

/**
 * Measures two things in turns, so that whatever else the machine does meets both alike. The first
 * round warms up and is not counted.
 */
export async function interleave(
  rounds: number,
  portal: () => Promise<number>,
  bare: () => Promise<number>,
): Promise<{ portal: number; bare: number; ratio: number; spread: [number, number] }> {
  const pairs: [number, number][] = [];
  for (let round = 0; round <= rounds; round++) {
    let pair: [number, number];
    if (round % 2) pair = [await portal(), await bare()];
    else {
      const second = await bare();
      pair = [await portal(), second];
    }
    if (round > 0) pairs.push(pair);
  }
  const ratios = pairs.map(([one, other]) => one / other);
  const [ours, theirs] = [median(pairs.map(([one]) => one)), median(pairs.map(([, two]) => two))];
  return {
    portal: ours,
    bare: theirs,
    ratio: ours / theirs,
    spread: [Math.min(...ratios), Math.max(...ratios)],
  };
}

export const rate = (perSecond: number) => `${Math.round(perSecond)}/s`;
export const time = (milliseconds: number) =>
  `${milliseconds < 10 ? milliseconds.toFixed(2) : milliseconds.toFixed(0)} ms`;

/** The table, ratios beside their targets. */
export function table(lines: readonly Line[]): string {
  const cells = [
    ["", "portal", "bare", "ratio", "rounds", "target", "aim", ""],
    ...lines.map((line) => {
      const [target, reached] = judged(line);
      return [
        line.name,
        line.portal,
        line.bare,
        shown(line.ratio),
        line.spread ? line.spread.map(shown).join("–") : "",
        target,
        line.aim === undefined ? "" : String(line.aim),
        reached,
      ];
    }),
  ];
  const widths = cells[0]?.map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  return cells
    .map((row) => row.map((cell, column) => cell.padEnd(widths?.[column] ?? 0)).join("  "))
    .map((row) => row.trimEnd())
    .join("\n");
}

function judged({ target, ratio }: Line): [target: string, reached: string] {
  if (!target) return ["", ""];
  const [text, reached] =
    "least" in target
      ? [`≥ ${target.least}`, ratio >= target.least]
      : [`≤ ${shown(target.most)}`, ratio <= target.most];
  return [text, reached ? "reached" : "MISSED"];
}

const shown = (ratio: number) => (ratio < 0.02 ? ratio.toFixed(5) : ratio.toFixed(2));
