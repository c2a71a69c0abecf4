/**
 * Whether the last call reached the server. `navigator.onLine` alone is not enough: a phone in a
 * tunnel, or behind a gateway whose server is down, often says that it is online.
 */
let wasReached = true;
const watchers = new Set<() => void>();

export function noteReach(reached: boolean): void {
  if (wasReached === reached) return;
  wasReached = reached;
  for (const watcher of watchers) watcher();
}

export const isWithinReach = () => navigator.onLine && wasReached;

export function watchReach(watcher: () => void): () => void {
  // When the network comes back, trust it until a call fails.
  const online = () => {
    wasReached = true;
    watcher();
  };
  watchers.add(watcher);
  window.addEventListener("online", online);
  window.addEventListener("offline", watcher);
  return () => {
    watchers.delete(watcher);
    window.removeEventListener("online", online);
    window.removeEventListener("offline", watcher);
  };
}
