import { putDraft, readDraft, removeDraft } from "../api/drafts.ts";
import { sealingKey } from "../api/sealing-key.ts";
import type { SignUpDraft } from "./sign-up-draft.ts";

const address = "/newpsychic#sign-up";

/** A manager's draft, encrypted with the manager's own key (D7, D45). */
export function managersSignUpDraft(userId: number): SignUpDraft {
  let changes = 0;
  let writes: Promise<unknown> = Promise.resolve();
  let asked: ReturnType<typeof sealingKey> | undefined;
  // Text that is typed before the first answer shares it.
  const key = async () => {
    asked ??= sealingKey(userId);
    try {
      return await asked;
    } catch {
      asked = undefined;
      return null;
    }
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
      // A removal does not wait for the key. Write nothing that it has removed in the meantime.
      if (sealing && change === changes) await write(() => putDraft(sealing, address, values));
    },
    remove: () => {
      changes += 1;
      return write(() => removeDraft(userId, address));
    },
  };
}
