import { putDraft, readDraft, removeDraft } from "../api/drafts.ts";
import { sealingKey } from "../api/sealing-key.ts";
import type { SignUpDraft } from "./sign-up-draft.ts";

const address = "/newpsychic#sign-up";

/** A manager's draft, encrypted with the manager's own key (D7, D45). */
export function managersSignUpDraft(userId: number): SignUpDraft {
  // One write after another, so that an older text never overwrites a newer one.
  let queue: Promise<unknown> = Promise.resolve();
  const then = (action: () => Promise<unknown>) => {
    // If nothing can be stored, the wizard still works.
    queue = queue.then(action).catch(() => undefined);
  };
  return {
    read: () => readDraft(userId, address).catch(() => null),
    put: (values) => then(async () => putDraft(await sealingKey(userId), address, values)),
    remove: () => then(() => removeDraft(userId, address)),
  };
}
