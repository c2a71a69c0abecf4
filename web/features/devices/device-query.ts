import { deviceEndpoints } from "#shared/devices.ts";
import { query } from "#web/api/query.ts";

/** A screen shows so many devices; nobody looks through more. */
const shown = { limit: "50" };

/** The caller's devices, or those of a psychic. */
export const deviceQuery = (psychicId?: number) =>
  psychicId === undefined
    ? query(deviceEndpoints.listSessions, { query: shown })
    : query(deviceEndpoints.listPsychicSessions, {
        params: { id: String(psychicId) },
        query: shown,
      });
