import type { Manifest } from "./manifest.ts";

/** One line: how much, how fast. @param started of `performance.now()`. */
export function describeAmount(manifest: Manifest, done: string, started: number): string {
  const { tables, files } = manifest;
  const sum = (what: "rows" | "bytes" | "content") =>
    tables.reduce((all, table) => all + table[what], 0);
  const seconds = Math.max((performance.now() - started) / 1000, 0.001);
  const number = (value: number) => Math.round(value).toLocaleString("en-US");
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  const content = sum("content") + files.content;
  return [
    `${number(sum("rows"))} rows and ${number(files.count)} files ${done} in ${seconds.toFixed(1)} s`,
    `${megabytes(content)} MB, stored as ${megabytes(sum("bytes") + files.bytes)} MB`,
    `${number(sum("rows") / seconds)} rows/s, ${megabytes(content / seconds)} MB/s`,
  ].join("; ");
}
