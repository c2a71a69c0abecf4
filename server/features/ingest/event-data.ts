import type { PlatformEvent } from "#shared/ingest.ts";

/** The data of an event, by its type. */
export type EventData<T extends PlatformEvent["type"]> = Extract<
  PlatformEvent,
  { type: T }
>["data"];

/** The last item for each key, sorted by key, so that all events lock rows in the same order. */
export function lastOfEach<T, K extends string | number>(
  items: readonly T[],
  keyOf: (item: T) => K,
): T[] {
  const last = new Map(items.map((item) => [keyOf(item), item]));
  return [...last].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
}
