import { type Handlers, Reply } from "#server/http/handler.ts";
import { requirePsychic } from "#server/http/lock-psychic.ts";
import { invalid } from "#server/http/refusal.ts";
import { readVersion } from "#server/http/versions.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import type { scheduleExceptionEndpoints } from "#shared/schedule-exceptions.ts";
import { managersAsked } from "../managers/absences.ts";
import { tellPlatform } from "../platform/tell-platform.ts";
import { readWeekForPlatform } from "../schedule/schedule.ts";
import { listExceptions } from "./list-exceptions.ts";
import {
  exceptionDifference,
  plainExceptions,
  readExceptions,
  replaceExceptions,
} from "./schedule-exceptions.ts";

export const scheduleExceptionHandlers: Handlers<typeof scheduleExceptionEndpoints> = {
  async getExceptions({ sql, params, query, clock }) {
    await requirePsychic(sql, params.id);
    const now = clock();
    const version = await readVersion(sql, "exceptions", params.id, now);
    return new Reply(await readExceptions(sql, params.id, newYorkDay(now), query), version);
  },

  async updateExceptions(call) {
    const { sql, params, body, viewer, clock } = call;
    const by = { now: clock(), role: viewer.role };
    const changed = await replaceExceptions(sql, params.id, body.exceptions, by);
    await call.audit("exceptions changed", params.id, exceptionDifference(changed));
    await tellPlatform(call, "schedule.changed", params.id, {
      ...(await readWeekForPlatform(sql, params.id)),
      exceptions: plainExceptions(changed.after),
    });
    return undefined;
  },

  async listExceptions({ sql, query, viewer, clock }) {
    if (query.day && !query.day.startsWith(`${query.month}-`)) {
      throw invalid("day", "The day is not in the month");
    }
    const managers = await managersAsked(sql, query, viewer, newYorkDay(clock()));
    return listExceptions(sql, query, managers);
  },
};
