import { sessionEndpoints } from "#shared/sessions.ts";
import { ApiError } from "./api-error.ts";
import { bodyOf, respond } from "./call.ts";
import { forgetKeptKey, heldKey, holdKey, keyHolder } from "./sealed.ts";
import { storedSession } from "./stored-session.ts";

/**
 * The key that what this browser keeps of its user is encrypted with (D45). It is asked for once
 * and then held, unless its user has signed out meanwhile.
 * @throws ApiError without a server, and when somebody else's session would answer.
 */
export async function keptKey(userId: number): Promise<CryptoKey> {
  const held = await heldKey(userId);
  if (held) return held;
  const endpoint = sessionEndpoints.getKeptKey;
  const headers = { "X-Queue-Owner": String(userId) };
  const answer = await bodyOf<typeof endpoint>(await respond(endpoint, {}, { headers }));
  const bytes = Uint8Array.from(atob(answer.key), (letter) => letter.charCodeAt(0));
  const key = await holdKey(userId, bytes);
  if (storedSession()?.user_id === userId) return key;
  if ((await keyHolder()) === userId) await forgetKeptKey();
  throw new ApiError(401, "not_signed_in");
}
