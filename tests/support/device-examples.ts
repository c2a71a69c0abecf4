import type { deviceEndpoints } from "#shared/devices.ts";
import type { Cast, Example } from "./examples.ts";

const unknownSession = "00000000-0000-4000-8000-000000000000";

export const deviceExamples: Record<keyof typeof deviceEndpoints, (cast: Cast) => Example> = {
  listSessions: () => ({}),
  // Nobody has a session with this id.
  endSession: () => ({ params: { session: unknownSession }, status: 404 }),
  endOtherSessions: () => ({}),
  listPsychicSessions: ({ subject }) => ({ params: { id: subject } }),
  endPsychicSession: ({ subject }) => ({
    params: { id: subject, session: unknownSession },
    status: 404,
  }),
  endPsychicSessions: ({ subject }) => ({ params: { id: subject } }),
  // No letter was sent, so no token exists.
  disownSignIn: () => ({ body: { token: "none" }, status: 404 }),
};
