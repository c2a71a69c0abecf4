import { showNotice, showSuccess } from "../ui/notice-store.ts";

/** What is said of an edit that the server does not have yet (D39). */
export const waitingWords = {
  title: "Waiting to send",
  text: "It is kept on this phone and is sent once the server can be reached.",
};

/** Says that something was saved, or, without a server, that it waits. */
export function tellSaved({ isWaiting }: { isWaiting: boolean }, title: string, text: string) {
  if (isWaiting) showNotice({ kind: "success", ...waitingWords });
  else showSuccess(title, text);
}
