import { rangeOf } from "#server/http/day-range.ts";
import type { Handlers } from "#server/http/handler.ts";
import { requirePsychic } from "#server/http/lock-psychic.ts";
import type { loginEndpoints } from "#shared/logins.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import { listLogins } from "./logins.ts";

export const loginHandlers: Handlers<typeof loginEndpoints> = {
  async listLogins({ sql, params, query, clock }) {
    const now = clock();
    const range = rangeOf(query, newYorkDay(now));
    await requirePsychic(sql, params.id);
    return listLogins(sql, params.id, range, now, query);
  },
};
