import type { Page } from "playwright/test";

/** The strings in a page's memory that contain a trace, after garbage collection. */
export async function stringsInMemory(page: Page, traces: readonly string[]): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  devtools.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => chunks.push(chunk));
  await devtools.send("HeapProfiler.enable");
  await devtools.send("HeapProfiler.collectGarbage");
  await devtools.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  await devtools.detach();
  const { strings } = JSON.parse(chunks.join("")) as { strings: string[] };
  return strings.filter((text) => traces.some((trace) => text.includes(trace)));
}
