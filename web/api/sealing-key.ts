import { sessionEndpoints } from "#shared/sessions.ts";
import { ApiError } from "./api-error.ts";
import { bodyOf, respond } from "./call.ts";
import { forgetKey, heldKey, holdKey, type SealingKey } from "./sealed.ts";
import { isSignedIn } from "./stored-session.ts";

/**
 * The key that seals all of this user's data in this browser (D45). The server gives it once; then
 * the browser holds it until its user signs out.
 * @throws ApiError without a server, and in somebody else's session.
 */
export async function sealingKey(userId: number): Promise<SealingKey> {
  const held = await heldKey(userId);
  if (held) return held;
  const endpoint = sessionEndpoints.getKeptKey;
  const headers = { "X-Queue-Owner": String(userId) };
  const answer = await bodyOf<typeof endpoint>(await respond(endpoint, {}, { headers }));
  const bytes = Uint8Array.from(atob(answer.key), (letter) => letter.charCodeAt(0));
  const key = await holdKey(userId, bytes);
  if (isSignedIn(userId)) return key;
  await forgetOthersKey();
  throw new ApiError(401, "not_signed_in");
}

/**
 * Forgets the held key unless it is the signed-in user's, so that nobody can open what it sealed.
 */
export async function forgetOthersKey(): Promise<void> {
  const held = await heldKey();
  if (held && !isSignedIn(held.userId)) await forgetKey();
}
