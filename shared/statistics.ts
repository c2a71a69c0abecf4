import { z } from "zod";
import { dateQuery, day, id, listQuery, managedBy, money, pathId, percent } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { asOf, psychicParams } from "./psychics.ts";

const average = z.number();
const count = z.int();
const minutes = z.int();

const statisticsRow = z.object({
  agent_user_id: id,
  user_name: z.string(),
  phone_extension: z.string(),
  total_calls: count,
  rev_per_call: money,
  tot_mins: minutes,
  alc: average,
  total_revenue: money,
  per_min_calls: count,
  per_min_call_mins: minutes,
  per_min_call_pct: percent,
  per_min_chats: count,
  per_min_chat_mins: minutes,
  per_min_chat_pct: percent,
  new_calls: count,
  new_call_mins: minutes,
  new_call_avg: average,
  new_chats: count,
  new_chat_mins: minutes,
  new_chat_avg: average,
  rep_call_pct: percent,
  rep_calls: count,
  rep_call_mins: minutes,
  rep_calls_avg: average,
  rep_chats: count,
  rep_chat_mins: minutes,
  rep_chat_avg: average,
  free_psychic_mins: minutes,
  total_missed: count,
});
z.globalRegistry.add(statisticsRow, { id: "StatisticsRow" });
export type StatisticsRow = z.infer<typeof statisticsRow>;

/** One psychic's figures for a range of days. */
const statisticsPeriod = z.object({
  period_from: day,
  period_to: day,
  /** The same two days again: the API sends each of them under two names. */
  fromDate: day,
  toDate: day,
  /** Dollars per paid minute. */
  rate: money,
  rev_per_call: money,
  total_revenue: money,
  all_calls: count,
  rep_calls: count,
  new_calls: count,
  per_min_calls: count,
  tot_mins: minutes,
  rep_call_mins: minutes,
  rep_chat_mins: minutes,
  new_call_mins: minutes,
  per_min_call_mins: minutes,
  new_chat_mins: minutes,
  per_min_chat_mins: minutes,
  alc: average,
  rep_calls_avg: average,
  rep_chat_avg: average,
  per_min_call_pct: percent,
  per_min_chat_pct: percent,
  rep_call_pct: percent,
  rep_chat_pct: percent,
  new_call_avg: average,
  new_chat_avg: average,
  rating_cng: average,
  rating_avg: average,
  attempted: count,
  total_missed: count,
  missed_pct: percent,
  decl_vm_no_ans_busy: count,
  free_psychic_mins: minutes,
});
z.globalRegistry.add(statisticsPeriod, { id: "StatisticsPeriod" });
export type StatisticsPeriod = z.infer<typeof statisticsPeriod>;

export const statisticsEndpoints = defineEndpoints({
  listStatistics: {
    method: "GET",
    path: "/statistics",
    access: "staff",
    needs: "see-psychics",
    summary: "List all psychics' figures for a range of days, as of the last refresh.",
    query: dateQuery.extend(
      listQuery(statisticsRow.keyof().options as [string, ...string[]]).extend(managedBy).shape,
    ),
    response: z.object({ statistics: z.array(statisticsRow), total: z.int(), as_of: asOf }),
    revalidated: true,
  },
  getStatisticsSummary: {
    method: "GET",
    path: "/statistics/summary",
    access: "staff",
    needs: "see-psychics",
    summary: "Get the calls, paid minutes and revenue of all psychics for a range of days.",
    query: dateQuery.extend(managedBy),
    response: z.object({
      summary: z.array(
        z.object({
          conn_type: z.enum(["Call", "Chat"]),
          calls: count,
          bill_mins: minutes,
          revenue: money,
        }),
      ),
      total_revenue: money,
      /** Of all calls and chats, also the free ones. */
      tot_mins: minutes,
      as_of: asOf,
    }),
    revalidated: true,
  },
  listDailyStatistics: {
    method: "GET",
    path: "/statistics/daily",
    access: "staff",
    needs: "see-psychics",
    summary: "List calls, minutes and revenue per day, of all psychics or of one.",
    query: dateQuery.extend({ psychic_id: pathId.optional() }),
    response: z.object({
      days: z.array(z.object({ day, calls: count, minutes, revenue: money })),
      as_of: asOf,
    }),
  },
  getPsychicStatistics: {
    method: "GET",
    path: "/psychics/{id}/statistics",
    access: "self-or-staff",
    needs: "see-psychics",
    summary:
      "Get one psychic's figures for today and for the last 7, 14, 30 and 60 days, today included. " +
      "With dates: for that range only, which a psychic must choose as a whole pay period.",
    params: psychicParams,
    query: dateQuery,
    response: z.object({ statistics: z.array(statisticsPeriod), as_of: asOf }),
    refuses: [404],
  },
});
