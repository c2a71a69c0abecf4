import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { botCheckEndpoints } from "#shared/bot-check.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";

export type Challenge = ResponseOf<typeof botCheckEndpoints.getBotCheck>;

/**
 * Does the work of a challenge: some hundred derivations of a key, which the browser does beside
 * the page by itself, so that neither a worker nor altcha's widget is needed (D36).
 * @returns what a form hands in as `altcha`.
 * @throws Error where the browser has no Web Crypto (a page without TLS) or is far too slow.
 */
export async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error("The bot check took too long");
  return btoa(JSON.stringify({ challenge, solution }));
}
