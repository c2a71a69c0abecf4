import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { Browser } from "./test-app.ts";

/** Solves a challenge as altcha's widget does. */
export async function solveBotCheck(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
}

/** Gets a challenge and solves it, as a form does. */
export async function passBotCheck(browser: Browser): Promise<string> {
  const { body } = await browser.get("/api/bot_check");
  return solveBotCheck(body);
}
