import { putDraft, readDraft, removeDraft } from "../api/drafts.ts";
import { sealingKey } from "../api/sealing-key.ts";
import type { KeptSignUp } from "./kept-sign-up.ts";

const address = "/newpsychic#sign-up";

/** A manager's: among the drafts, encrypted under the manager's own key (D7, D45). */
export function managersKeptSignUp(userId: number): KeptSignUp {
  // One after the other, so that an older text never comes last.
  let queue: Promise<unknown> = Promise.resolve();
  const then = (action: () => Promise<unknown>) => {
    // Where nothing can be kept the wizard itself goes on.
    queue = queue.then(action).catch(() => undefined);
  };
  return {
    read: () => readDraft(userId, address).catch(() => null),
    put: (values) => then(async () => putDraft(await sealingKey(userId), address, values)),
    remove: () => then(() => removeDraft(userId, address)),
  };
}
