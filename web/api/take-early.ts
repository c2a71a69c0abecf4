import { answerEarly } from "./call.ts";
import { isSignOutDue } from "./sign-out-due.ts";
import { sessionMark, storedSession } from "./stored-session.ts";

/** Answers older than this (ms) are requested again, because the app's script may arrive late. */
const freshFor = 10_000;

/**
 * Hands the requests that were sent before the app's script ran to the calls that the screen is
 * about to make.
 * @returns whose requests they were; null without any, if they are old, or if they belong to an
 *   earlier session.
 */
export function takeEarly(): number | null {
  const early = window.earlyRequests;
  window.earlyRequests = undefined;
  if (!early || isSignOutDue() || Date.now() - early.at > freshFor) return null;
  if (early.mark !== sessionMark() || early.userId !== storedSession()?.user_id) return null;
  for (const { endpoint, request, response } of early.requests) {
    answerEarly(endpoint, request, response);
  }
  return early.userId;
}
