import type { psychicEndpoints } from "#shared/psychics.ts";
import type { scheduledCallEndpoints } from "#shared/scheduled-calls.ts";
import { requestEarly } from "./call.ts";
import { storedSession } from "./stored-session.ts";

/** Paths only: the endpoints load with the screens. */
const first: readonly [
  typeof psychicEndpoints.getAvailability.path,
  typeof scheduledCallEndpoints.listScheduledCalls.path,
  typeof psychicEndpoints.getPsychic.path,
] = ["/psychics/{id}/status", "/psychics/{id}/scheduled_calls", "/psychics/{id}"];

/**
 * Before a psychic's dashboard has loaded, requests the data that it shows first. On a slow network
 * the answers have then arrived when it is painted.
 */
export function askEarly(path: string): void {
  const session = storedSession();
  if (session?.manager == null || !/^\/psychic\/?$/i.test(path)) return;
  for (const one of first) {
    const access = "self-or-manager";
    const endpoint = { method: "GET", path: one, access, keepOffline: true } as const;
    requestEarly(endpoint, { params: { id: String(session.user_id) } });
  }
}
