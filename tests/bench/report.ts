import { median } from "./load.ts";

/** One line of the report: the portal compared with the bare server. */
export interface Line {
  name: string;
  portal: string;
  bare: string;
  ratio: number;
  /** The lowest and the highest of the rounds' ratios. */
  spread?: [number, number];
  /**
   * The ratio to reach: a minimum for rates, a maximum for times. Some lines have a target only if
   * there are 10,000,000 readings or more.
   */
  target?: { least: number } | { most: number } | undefined;
  /** A better ratio to work towards. The report only shows it. */
  aim?: number;
}

/**
 * Measures the portal and the bare server in turns, so that other work on the machine affects both
 * alike. The first round warms up and does not count.
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

/** The report's table. Each ratio has its target beside it. */
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
