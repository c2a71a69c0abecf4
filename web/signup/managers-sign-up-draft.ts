import { putDraft, readDraft, removeDraft } from "../api/drafts.ts";
import type { SealingKey } from "../api/sealed.ts";
import { sealingKey } from "../api/sealing-key.ts";
import type { SignUpDraft } from "./sign-up-draft.ts";

const address = "/newpsychic#sign-up";

/** A manager's draft, encrypted with the manager's own key (D7, D45). */
export function managersSignUpDraft(userId: number): SignUpDraft {
  let changes = 0;
  let writes: Promise<unknown> = Promise.resolve();
  let asked: Promise<SealingKey | null> | undefined;
  // Changes share one request for the key while it runs. Later changes ask again, because a
  // sign-out forgets the key.
  const key = () => {
    asked ??= sealingKey(userId)
      .catch(() => null)
      .finally(() => {
        asked = undefined;
      });
    return asked;
  };
  // One write after another, so that an older text never overwrites a newer one.
  const write = async (action: () => Promise<void>): Promise<void> => {
    const written = writes.then(action);
    // If nothing can be stored, the wizard still works.
    writes = written.catch(() => undefined);
    await writes;
  };
  return {
    read: () => readDraft(userId, address).catch(() => null),
    put: async (values) => {
      changes += 1;
      const change = changes;
      const sealing = await key();
      // A removal does not wait for the key. Skip this write if a newer change or a removal came.
      if (sealing && change === changes) await write(() => putDraft(sealing, address, values));
    },
    remove: () => {
      changes += 1;
      return write(() => removeDraft(userId, address));
    },
  };
}
