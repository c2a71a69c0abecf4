import { keyHolder } from "#web/api/sealed.ts";
import { sendQueue } from "../outbox/send.ts";

/**
 * Sends the waiting edits of who is signed in on this device; open pages hear of it by themselves.
 * Without a held key nobody is signed in, and nothing is sent (D45).
 *
 * @throws Error while some still wait: the browser then calls again after a pause of its own.
 */
export async function sendWaiting(): Promise<void> {
  const owner = await keyHolder();
  if (owner === null) return;
  const { isSignedOut, pause } = await sendQueue(owner, true);
  if (pause !== null && !isSignedOut) throw new Error("some edits still wait");
}
