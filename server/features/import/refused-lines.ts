import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from "node:fs";

export interface RefusedLine {
  line: number;
  connectionId: string;
  reason: string;
}

/** The lines of an import that were not taken, in `FILE.errors.csv`, made with the first one. */
export interface RefusedLines {
  /** Length of the file in bytes. */
  readonly bytes: number;
  add(lines: readonly RefusedLine[]): void;
  close(): void;
}

/** @param keep Bytes of an interrupted import's file to go on after; 0 begins a new one. */
export function openRefusedLines(file: string, keep: number): RefusedLines {
  let bytes = keep;
  let handle: number | null = null;
  if (keep === 0) rmSync(file, { force: true });
  else {
    handle = openSync(file, "r+");
    ftruncateSync(handle, keep);
  }
  return {
    get bytes() {
      return bytes;
    },
    add(lines) {
      if (lines.length === 0) return;
      const rows = lines.map(({ line, connectionId, reason }) =>
        [line, cell(connectionId), cell(reason)].join(","),
      );
      const head = bytes === 0 ? "line,connection_id,reason\n" : "";
      handle ??= openSync(file, "w", 0o600);
      bytes += writeSync(handle, `${head}${rows.join("\n")}\n`, bytes);
    },
    close() {
      if (handle !== null) closeSync(handle);
      handle = null;
    },
  };
}

/** Quoted, and defused where a spreadsheet would take it for a formula (safety 15). */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
