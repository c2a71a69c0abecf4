/** The open modals, the latest last. Nothing outside the latest one can be reached (G8). */
let open: readonly string[] = [];
const watchers = new Set<() => void>();

function replace(next: readonly string[]): void {
  open = next;
  for (const watcher of watchers) watcher();
}

/** @returns a function to call when the modal has closed. */
export function noteOpenModal(id: string): () => void {
  replace([...open, id]);
  return () => replace(open.filter((one) => one !== id));
}

/** The id of the modal on top; null while none is open. */
export const topModal = () => open.at(-1) ?? null;

export function watchModals(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
