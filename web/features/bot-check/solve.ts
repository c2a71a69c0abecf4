import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { botCheckEndpoints } from "#shared/bot-check.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";

export type Challenge = ResponseOf<typeof botCheckEndpoints.getBotCheck>;

/**
 * Solves a challenge with a few hundred key derivations. The browser runs them outside the page's
 * thread, so that we need neither a worker nor ALTCHA's widget (D36).
 * @returns the value of a form's field `altcha`.
 * @throws Error where the browser has no Web Crypto (a page without TLS) or is far too slow.
 */
export async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error("The bot check took too long");
  return btoa(JSON.stringify({ challenge, solution }));
}
