import { sessionEndpoints } from "#shared/sessions.ts";
import { isWithinReach } from "../lib/reach.ts";
import { inBackground } from "./background.ts";
import { bodyOf, respond } from "./call.ts";
import { renewSession, storedSession } from "./stored-session.ts";

const atMostEvery = 10 * 60_000;
/** Long enough (ms) for the first screen to send its requests first. */
const startsAfter = 5000;

let askedAt = Number.NEGATIVE_INFINITY;

/** Renews the facts about the signed-in user: the manager, how to reach them, the pay day. */
export async function askForSession(): Promise<void> {
  const isSeen = document.visibilityState === "visible";
  if (!storedSession() || !isSeen || !isWithinReach()) return;
  if (performance.now() - askedAt < atMostEvery) return;
  askedAt = performance.now();
  const endpoint = sessionEndpoints.getSession;
  const answer = await respond(endpoint, {}, { headers: inBackground });
  renewSession(await bodyOf<typeof endpoint>(answer));
}

/** Renews the stored session at the start and when the page is looked at again. */
export function followSession(): void {
  const askAgain = () => void askForSession().catch(() => undefined);
  setTimeout(askAgain, startsAfter);
  document.addEventListener("visibilitychange", askAgain);
}
