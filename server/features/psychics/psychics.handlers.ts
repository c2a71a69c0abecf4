import { rangeOf } from "#server/http/day-range.ts";
import { CachedReply, type Handlers } from "#server/http/handler.ts";
import { Refusal } from "#server/http/refusal.ts";
import { sortAndSlice } from "#server/queries/sort-rows.ts";
import { availabilityCode, type psychicEndpoints } from "#shared/psychics.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import { managersAsked } from "../managers/absences.ts";
import { readState, sumsByPsychic } from "../statistics/statistics.ts";
import {
  availabilityBody,
  countBusy,
  findPsychic,
  rankedPsychics,
  readAvailability,
} from "./psychics.ts";

/**
 * The most frequent answer has only eight forms, so each is made once. Answer and ETag depend on the
 * code alone: when a psychic gets an earlier code again, the client's copy is valid again.
 */
const replyOf = (code: string | null, etag: string) =>
  new CachedReply(Buffer.from(JSON.stringify(availabilityBody(code))), etag);
const noAvailability = replyOf(null, '"availability"');
const availabilityReplies = new Map(
  availabilityCode.options.map((code) => [code as string, replyOf(code, `"availability-${code}"`)]),
);

export const psychicHandlers: Handlers<typeof psychicEndpoints> = {
  async getAvailability({ db, params }) {
    const code = await readAvailability(db.pool, params.id);
    if (code === undefined) throw new Refusal("not_found");
    return availabilityReplies.get(code ?? "") ?? noAvailability;
  },

  async countBusy({ db }) {
    return { busy: await countBusy(db.pool) };
  },

  async listPsychics({ db, sql, query, viewer, clock }) {
    const today = newYorkDay(clock());
    const range = rangeOf(query, today);
    const state = await readState(db);
    const all = await rankedPsychics(db.pool, await sumsByPsychic(db, state, range));
    const managers = await managersAsked(sql, query, viewer, today);
    const rows = managers ? all.filter((row) => managers.includes(row.manager_id)) : all;
    const first = { sort: "ranking", order: "asc", id: "user_id" } as const;
    return { psychics: sortAndSlice(rows, query, first), total: rows.length, as_of: state.asOf };
  },

  async getPsychic({ db, params }) {
    const psychic = await findPsychic(db.pool, params.id);
    if (!psychic) throw new Refusal("not_found");
    return psychic;
  },
};
