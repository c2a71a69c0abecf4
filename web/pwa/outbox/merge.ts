import { type SealingKey, seal } from "#web/api/sealed.ts";
import { uuid } from "#web/lib/uuid.ts";
import type { Edit, Entry } from "./entry.ts";
import type { Queue } from "./queue.ts";
import { mergers } from "./things/mergers.ts";

/** An edit's body, merged with what somebody else has saved since. */
export interface Merged {
  /** Whether both changed the same part, to different values. */
  isClash: boolean;
  /** Where both changed a part, mine wins. */
  mineFirst: unknown;
  /** Where both changed a part, theirs wins; null if nothing of mine is left. */
  theirsFirst: unknown;
  /** Their saved value, as the form's values. */
  base: unknown;
}

/**
 * @param current what the server holds now, from its 412.
 * @returns null if the edit cannot be merged: its user then chooses between the whole versions.
 */
export function mergedWith(thing: string, edit: Edit, current: unknown): Merged | null {
  const merger = mergers[thing];
  if (!merger || edit.base === undefined || !current) return null;
  const { body } = edit.request;
  return merger(JSON.parse(edit.base) as never, body as never, current as never);
}

/** An edit whose body was merged onto what somebody else has saved. */
export function movedOnto(edit: Edit, base: unknown, body: unknown): Edit {
  const text = JSON.stringify(base);
  return { ...edit, request: { ...edit.request, body }, about: text, base: text };
}

/**
 * Puts a moved edit into the place of the one in the queue. Open pages do not show it yet, so it
 * gets a new id. With the old id, a save in such a page would replace it, and would undo somebody
 * else's change that the page never showed. For the same reason, later edits of the thing keep
 * their base version. The server then answers 412 with its current value, and these edits are
 * merged with that value.
 */
export async function replaceByMoved(
  queue: Queue,
  key: SealingKey,
  { id, state, thing }: Entry,
  moved: Edit,
  version: string | null,
): Promise<void> {
  const sealed = await seal(key, moved);
  await queue.change((entries) => {
    // Another tab was faster.
    if (!entries.some((entry) => entry.id === id && entry.state === state)) return entries;
    return entries.map((entry) => {
      if (entry.id !== id) return entry.thing === thing ? { ...entry, isBlind: true } : entry;
      return {
        ...entry,
        id: uuid(),
        key: uuid(),
        version,
        isBlind: false,
        sealed,
        state: "waiting",
        tries: 0,
        notBefore: 0,
        isAskedToWait: false,
        stuck: null,
      };
    });
  });
}
