import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { Browser } from "./test-app.ts";

/** What altcha's widget hands in for a challenge, after the work. */
export async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
}

/** A fresh answer, as a form gets it. */
export async function passBotCheck(browser: Browser): Promise<string> {
  const { body } = await browser.get("/api/bot_check");
  return solve(body);
}
