import type { Handlers } from "#server/http/handler.ts";
import { requirePsychic } from "#server/http/lock-psychic.ts";
import type { presenceEndpoints } from "#shared/presence.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import { readTimeline } from "./timeline.ts";

export const presenceHandlers: Handlers<typeof presenceEndpoints> = {
  async getTimeline({ db, sql, params, query, viewer, clock }) {
    await requirePsychic(sql, params.id);
    const now = clock();
    return readTimeline(db.pool, params.id, query.day ?? newYorkDay(now), viewer.role, now);
  },
};
