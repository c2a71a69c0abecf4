import { showSuccess } from "../notice-store.ts";

export const waitingWords =
  "It is stored on this phone. The phone sends it as soon as it is online.";

/** Says what became of a save: the server has it, or it waits on this phone (D41). */
export function tellSaved(isWaiting: boolean, title: string, text: string): void {
  if (isWaiting) showSuccess("Waiting to send", waitingWords);
  else showSuccess(title, text);
}
