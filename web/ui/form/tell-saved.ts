import { showNotice, showSuccess } from "../notice-store.ts";

export const waitingWords =
  "It is stored on this device and will be sent as soon as the server can be reached.";

/** Shows the outcome of a save: the server has it, or it is waiting to send (D41). */
export function tellSaved(isWaiting: boolean, title: string, text: string): void {
  if (isWaiting) showNotice({ kind: "waiting", title: "Waiting to send", text: waitingWords });
  else showSuccess(title, text);
}
