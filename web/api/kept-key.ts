import { sessionEndpoints } from "../../shared/sessions.ts";
import { call } from "./call.ts";
import { heldKey, holdKey } from "./sealed.ts";

/**
 * The key that what this browser keeps of its user is encrypted with (D45). It is asked for once
 * and then held.
 */
export async function keptKey(userId: number): Promise<CryptoKey> {
  const held = await heldKey(userId);
  if (held) return held;
  const answer = await call(sessionEndpoints.getKeptKey);
  return holdKey(
    userId,
    Uint8Array.from(atob(answer.key), (letter) => letter.charCodeAt(0)),
  );
}
