/** When the server gave the kept answers that screens show now, by query. */
const times = new Map<string, number>();
const watchers = new Set<() => void>();

function tell(): void {
  for (const watcher of watchers) watcher();
}

export function noteKept(query: string, at: number): void {
  times.set(query, at);
  tell();
}

export function noteFresh(query: string): void {
  if (times.delete(query)) tell();
}

export const keptAt = (query: string) => times.get(query);

export const isAnyKept = () => times.size > 0;

export function watchKept(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
