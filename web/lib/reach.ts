/**
 * Whether the server is within reach, as the last call found it: a phone in a tunnel, or behind a
 * gateway that answers for a server that is away, often says that it is online.
 */
let answered = true;
const watchers = new Set<() => void>();

export function noteReach(reached: boolean): void {
  if (answered === reached) return;
  answered = reached;
  for (const watcher of watchers) watcher();
}

export const isWithinReach = () => navigator.onLine && answered;

export function watchReach(watcher: () => void): () => void {
  // A network that comes back is trusted until a call says otherwise.
  const online = () => {
    answered = true;
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
