import { type Handlers, Reply } from "#server/http/handler.ts";
import { requirePsychic } from "#server/http/lock-psychic.ts";
import { readVersion } from "#server/http/versions.ts";
import { numbered } from "#shared/rules/schedule.ts";
import type { scheduleEndpoints } from "#shared/schedule.ts";
import { tellPlatform } from "../platform/tell-platform.ts";
import { readSchedule, replaceWeek, weekDifference, weekForPlatform } from "./schedule.ts";

export const scheduleHandlers: Handlers<typeof scheduleEndpoints> = {
  async getSchedule({ sql, params, query, clock }) {
    await requirePsychic(sql, params.id);
    const now = clock();
    const version = await readVersion(sql, "schedule", params.id, now);
    return new Reply(await readSchedule(sql, params.id, now, query), version);
  },

  async updateSchedule(call) {
    const { sql, params, body, clock } = call;
    const changed = await replaceWeek(sql, params.id, numbered(body.schedule));
    await call.audit("schedule changed", params.id, weekDifference(changed, clock()));
    await tellPlatform(call, "schedule.changed", params.id, weekForPlatform(changed.to));
    return undefined;
  },
};
