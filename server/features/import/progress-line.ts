import type { WriteStream } from "node:tty";

/** Shows the progress of long work: a bar on a terminal, else a line for each tenth. */
export interface ProgressLine {
  /** @param part 0 to 1. */
  show(part: number, rows: number): void;
  end(): void;
}

const barWidth = 30;
/** In milliseconds. */
const redrawEvery = 100;

/** @param before rows done before this run; they do not count for the speed. */
export function openProgressLine(
  out: WriteStream | NodeJS.WriteStream,
  before: () => number,
): ProgressLine {
  const started = performance.now();
  let drawn = Number.NEGATIVE_INFINITY;
  let tenth = 0;
  const speed = (rows: number) => {
    const seconds = (performance.now() - started) / 1000;
    return `${Math.round((rows - before()) / Math.max(seconds, 0.001)).toLocaleString("en-US")} rows/s`;
  };
  return {
    show(part, rows) {
      const text = `${Math.floor(part * 100)}%  ${rows.toLocaleString("en-US")} rows  ${speed(rows)}`;
      if (!out.isTTY) {
        if (Math.floor(part * 10) <= tenth) return;
        tenth = Math.floor(part * 10);
        out.write(`${text}\n`);
        return;
      }
      if (performance.now() - drawn < redrawEvery && part < 1) return;
      drawn = performance.now();
      const full = Math.round(part * barWidth);
      out.write(`\r\u001b[K${"█".repeat(full)}${"░".repeat(barWidth - full)} ${text}`);
    },
    end() {
      if (out.isTTY) out.write("\r\u001b[K");
    },
  };
}
