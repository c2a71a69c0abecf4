import type { Handlers } from "#server/http/handler.ts";
import { requirePsychic } from "#server/http/lock-psychic.ts";
import type { hoursEndpoints } from "#shared/hours.ts";
import { readGroupHours, readPsychicHours } from "./hours.ts";

export const hoursHandlers: Handlers<typeof hoursEndpoints> = {
  async getPsychicHours({ db, sql, params }) {
    await requirePsychic(sql, params.id);
    return readPsychicHours(db.pool, params.id);
  },

  getGroupHours: ({ db, query }) => readGroupHours(db.pool, query),
};
