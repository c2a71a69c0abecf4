import type { Handlers } from "#server/http/handler.ts";
import { rangeOf } from "#server/http/range.ts";
import { requirePsychic } from "#server/http/subject.ts";
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
