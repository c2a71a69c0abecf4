import { isStuck } from "../outbox/entry.ts";
import { heldQueue } from "../outbox/queue.ts";
import { sendQueue } from "../outbox/send.ts";
import { showBadge } from "./app-badge.ts";

/**
 * Sends the waiting edits of the user who is signed in on this device; open pages notice by
 * themselves. Without a held key nobody is signed in (D45).
 *
 * @throws Error while edits still wait: the browser then calls again after a pause of its own.
 */
export async function sendUnsent(): Promise<void> {
  const queue = await heldQueue();
  if (!queue) return;
  const { isSignedOut, pause } = await sendQueue(queue, true);
  // The server may have refused an edit while no page was open.
  if ((await queue.read()).some(isStuck)) await showBadge(null).catch(() => undefined);
  if (pause !== null && !isSignedOut) throw new Error("edits still wait");
}
