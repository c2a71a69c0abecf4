/** `waiting`: saved, but not sent yet. */
export type NoticeKind = "success" | "waiting" | "danger";

export interface Notice {
  id: number;
  kind: NoticeKind;
  title: string;
  text: string;
  /** Does not disappear by itself after a few seconds. */
  persistent?: true;
}

const watchers = new Set<() => void>();
let notices: readonly Notice[] = [];
let lastId = 0;

function replace(next: readonly Notice[]): void {
  notices = next;
  for (const watcher of watchers) watcher();
}

export const currentNotices = () => notices;

export function watchNotices(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export function dismissNotice(id: number): void {
  replace(notices.filter((notice) => notice.id !== id));
}

/** Shows a notice and returns its id. It replaces an older one with the same text. */
export function showNotice(notice: Omit<Notice, "id">): number {
  const others = notices.filter(
    ({ title, text }) => title !== notice.title || text !== notice.text,
  );
  lastId += 1;
  replace([...others, { ...notice, id: lastId }]);
  return lastId;
}

export function showSuccess(title: string, text: string): void {
  showNotice({ kind: "success", title, text });
}

/**
 * Takes the notice of a failed call off the screen: when the server answers again, or when the form
 * itself says that it needs the network.
 */
export function dismissCommunicationFailure(): void {
  if (notices.some(({ title }) => title === failureTitle)) {
    replace(notices.filter(({ title }) => title !== failureTitle));
  }
}

const failureTitle = "Error Communicating With Server";

/** Persistent, and only one at a time: a second failure adds no other notice. */
export function showCommunicationFailure(): void {
  if (notices.some(({ title }) => title === failureTitle)) return;
  showNotice({
    kind: "danger",
    title: failureTitle,
    text: "There was an error communicating with the server. Please refresh the page after a few seconds and try again.",
    persistent: true,
  });
}
