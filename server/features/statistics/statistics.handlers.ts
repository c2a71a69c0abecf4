import type { Database } from "#server/db/connection.ts";
import { rangeOf } from "#server/http/day-range.ts";
import { CachedReply, type Handlers } from "#server/http/handler.ts";
import { invalid, Refusal } from "#server/http/refusal.ts";
import { sortAndSlice } from "#server/queries/sort-rows.ts";
import type { EndpointData, ResponseOf } from "#shared/http/endpoint.ts";
import { type DateRange, lastDays, lengthOf, longestStatistics } from "#shared/rules/date-range.ts";
import { dollars, totalMinutes } from "#shared/rules/metrics.ts";
import { addDays, newYorkDay } from "#shared/rules/new-york.ts";
import { isPayPeriod } from "#shared/rules/pay-period.ts";
import type { statisticsEndpoints } from "#shared/statistics.ts";
import { psychicsAsked } from "../managers/absences.ts";
import { payDayOf } from "../readings/readings.ts";
import {
  cachesOf,
  readState,
  type StatisticsState,
  sumsByDay,
  sumsByPsychic,
  sumsOfPsychic,
} from "./statistics.ts";
import { statisticsPeriod, statisticsRow } from "./statistics-rows.ts";

type Summary = typeof statisticsEndpoints.getStatisticsSummary;

/** The number of days in a range. @throws Refusal 422 for too many. */
function checkedLengthOf(range: DateRange): number {
  const length = lengthOf(range);
  if (length > longestStatistics) {
    throw invalid("start_date", `At most ${longestStatistics} days`);
  }
  return length;
}

/** The lengths in days of a psychic's periods; each ends today. */
const periodLengths = [1, 7, 14, 30, 60];

export const statisticsHandlers: Handlers<typeof statisticsEndpoints> = {
  async listStatistics({ db, sql, query, viewer, clock }) {
    const today = newYorkDay(clock());
    const range = rangeOf(query, today);
    const psychics = await psychicsAsked(sql, query, viewer, today);
    const state = await readState(db);
    const { sort = "", order = "", limit = "", offset = "" } = query;
    const answer = async () => {
      const rows = of(psychics, await sumsByPsychic(db, state, range)).map(statisticsRow);
      const first = { sort: "total_revenue", order: "desc", id: "agent_user_id" } as const;
      return {
        statistics: sortAndSlice(rows, query, first),
        total: rows.length,
        as_of: state.asOf,
      };
    };
    // Not cached, because psychics may move to another manager between two refreshes.
    if (psychics) return answer();
    const key = `rows_${range.start}_${range.end}_${sort}_${order}_${limit}_${offset}`;
    return cachedReply<typeof statisticsEndpoints.listStatistics>(db, state, key, answer);
  },

  async getStatisticsSummary({ db, sql, query, viewer, clock }) {
    const today = newYorkDay(clock());
    const range = rangeOf(query, today);
    const psychics = await psychicsAsked(sql, query, viewer, today);
    const state = await readState(db);
    const answer = async () =>
      summaryOf(of(psychics, await sumsByPsychic(db, state, range)), state);
    if (psychics) return answer();
    return cachedReply<Summary>(db, state, `summary_${range.start}_${range.end}`, answer);
  },

  async listDailyStatistics({ db, query, clock }) {
    const range = rangeOf(query, newYorkDay(clock()));
    const length = checkedLengthOf(range);
    const state = await readState(db);
    const sums = await sumsByDay(db, state, range, query.psychic_id);
    const known = new Map(sums.map((row) => [row.day, row]));
    const days = Array.from({ length }, (_, index) => {
      const day = addDays(range.start, index);
      const row = known.get(day);
      return {
        day,
        calls: row?.calls ?? 0,
        minutes: row?.minutes ?? 0,
        revenue: dollars(row?.revenue_cents ?? 0),
      };
    });
    return { days, as_of: state.asOf };
  },

  async getPsychicStatistics({ db, params, query, clock, viewer }) {
    const today = newYorkDay(clock());
    const hasDates = query.start_date !== undefined || query.end_date !== undefined;
    const chosenRange = hasDates ? rangeOf(query, today) : null;
    if (chosenRange && viewer.role === "psychic") await refuseOtherDays(db, params.id, chosenRange);
    const ranges = chosenRange
      ? [chosenRange]
      : periodLengths.map((length) => lastDays(length, today));
    const before = ranges.map((range) =>
      lastDays(checkedLengthOf(range), addDays(range.start, -1)),
    );
    const state = await readState(db);
    const sums = await sumsOfPsychic(db, state, params.id, [...ranges, ...before]);
    const statistics = ranges.map((range, place) => {
      const [present, previous] = [sums[place], sums[place + ranges.length]];
      if (!present || !previous) throw new Refusal("not_found");
      return statisticsPeriod(range, present, previous);
    });
    return { statistics, as_of: state.asOf };
  },
};

/**
 * A psychic may ask for whole pay periods only. A single day, or the difference of two ranges, would
 * reveal what one reading earned (D23c).
 */
async function refuseOtherDays(db: Database, psychicId: number, range: DateRange): Promise<void> {
  const payDay = await payDayOf(db.pool, psychicId);
  if (payDay === undefined || isPayPeriod(payDay, range)) return;
  throw invalid("start_date", "Choose a whole pay period");
}

/** The answer as bytes, cached until the version changes. */
async function cachedReply<E extends EndpointData>(
  db: Database,
  state: StatisticsState,
  key: string,
  compute: () => Promise<ResponseOf<E>>,
): Promise<CachedReply> {
  return cachesOf(db).replies.get(state.version, key, async () => {
    const json = Buffer.from(JSON.stringify(await compute()));
    return new CachedReply(json, `"${state.version}_${key}"`);
  });
}

type PsychicSums = Awaited<ReturnType<typeof sumsByPsychic>>;

const of = (psychics: ReadonlySet<number> | null, sums: PsychicSums): PsychicSums =>
  psychics ? sums.filter((row) => psychics.has(row.psychic_id)) : sums;

/** Added up from the rows of `/statistics`, so that both agree to the cent. */
function summaryOf(sums: PsychicSums, state: StatisticsState): ResponseOf<Summary> {
  let tot_mins = 0;
  let [calls, callMinutes, callCents, chats, chatMinutes, chatCents] = [0, 0, 0, 0, 0, 0];
  for (const row of sums) {
    tot_mins += totalMinutes(row);
    calls += row.calls;
    callMinutes += row.call_paid_minutes;
    callCents += row.call_revenue_cents;
    chats += row.chats;
    chatMinutes += row.chat_paid_minutes;
    chatCents += row.chat_revenue_cents;
  }
  return {
    summary: [
      { conn_type: "Call", calls, bill_mins: callMinutes, revenue: dollars(callCents) },
      { conn_type: "Chat", calls: chats, bill_mins: chatMinutes, revenue: dollars(chatCents) },
    ],
    total_revenue: dollars(callCents + chatCents),
    tot_mins,
    as_of: state.asOf,
  };
}
