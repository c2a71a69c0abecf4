/** The times at which the server gave the kept answers now on screen, by query. */
const times = new Map<string, number>();
const watchers = new Set<() => void>();

function notify(): void {
  for (const watcher of watchers) watcher();
}

export function noteKept(query: string, at: number): void {
  times.set(query, at);
  notify();
}

export function noteFresh(query: string): void {
  if (times.delete(query)) notify();
}

export const keptAt = (query: string) => times.get(query);

export const isAnyKept = () => times.size > 0;

export function watchKept(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
