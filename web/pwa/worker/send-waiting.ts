import { heldKey, keyHolder } from "../../api/sealed.ts";
import { sendQueue } from "../outbox/send.ts";

/**
 * Sends the waiting edits of who is signed in on this device; open pages hear of it by themselves.
 *
 * @throws Error while some still wait: the browser then calls again after a pause of its own.
 */
export async function sendWaiting(): Promise<void> {
  const owner = await keyHolder();
  const key = owner === null ? null : await heldKey(owner);
  if (owner === null || !key) return;
  const { isSignedOut, next } = await sendQueue(owner, key, true);
  if (next !== null && !isSignedOut) throw new Error("some edits still wait");
}
