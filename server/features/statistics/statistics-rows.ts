import type { DateRange } from "#shared/rules/date-range.ts";
import * as metrics from "#shared/rules/metrics.ts";
import type { StatisticsPeriod, StatisticsRow } from "#shared/statistics.ts";
import type { PsychicSums } from "./statistics.ts";

/** A psychic's row of `/statistics`. */
export function statisticsRow(s: PsychicSums): StatisticsRow {
  return {
    agent_user_id: s.psychic_id,
    user_name: s.user_name,
    phone_extension: s.phone_extension,
    total_calls: metrics.totalCalls(s),
    rev_per_call: metrics.revenuePerCall(s),
    tot_mins: metrics.totalMinutes(s),
    alc: metrics.averageLength(s),
    total_revenue: metrics.dollars(metrics.revenueCents(s)),
    per_min_calls: s.billed_calls,
    per_min_call_mins: s.billed_call_minutes,
    per_min_call_pct: metrics.billedCallPercentage(s),
    per_min_chats: s.billed_chats,
    per_min_chat_mins: s.billed_chat_minutes,
    per_min_chat_pct: metrics.billedChatPercentage(s),
    new_calls: s.new_calls,
    new_call_mins: s.new_call_minutes,
    new_call_avg: metrics.newCallAverage(s),
    new_chats: s.new_chats,
    new_chat_mins: s.new_chat_minutes,
    new_chat_avg: metrics.newChatAverage(s),
    rep_call_pct: metrics.repeatPercentage(s),
    rep_calls: metrics.repeatCalls(s),
    rep_call_mins: metrics.repeatCallMinutes(s),
    rep_calls_avg: metrics.repeatCallAverage(s),
    rep_chats: metrics.repeatChats(s),
    rep_chat_mins: metrics.repeatChatMinutes(s),
    rep_chat_avg: metrics.repeatChatAverage(s),
    free_psychic_mins: s.free_minutes,
    total_missed: s.missed,
  };
}

/**
 * A psychic's own figures of one range. The fields (T16) have no separate counts of chats, so
 * counts are of calls and chats together, and so are `tot_mins`, `free_psychic_mins`, `alc` and the
 * ratings. The other minutes and averages are separate.
 * @param before the sums of the preceding range of equal length.
 */
export function statisticsPeriod(
  range: DateRange,
  s: metrics.Sums,
  before: metrics.Sums,
): StatisticsPeriod {
  return {
    period_from: range.start,
    period_to: range.end,
    fromDate: range.start,
    toDate: range.end,
    rate: metrics.paidRate(s),
    rev_per_call: metrics.revenuePerCall(s),
    total_revenue: metrics.dollars(metrics.revenueCents(s)),
    all_calls: metrics.totalCalls(s),
    rep_calls: metrics.repeats(s),
    new_calls: metrics.newCalls(s),
    per_min_calls: metrics.billedCalls(s),
    tot_mins: metrics.totalMinutes(s),
    rep_call_mins: metrics.repeatCallMinutes(s),
    rep_chat_mins: metrics.repeatChatMinutes(s),
    new_call_mins: s.new_call_minutes,
    per_min_call_mins: s.billed_call_minutes,
    new_chat_mins: s.new_chat_minutes,
    per_min_chat_mins: s.billed_chat_minutes,
    alc: metrics.averageLength(s),
    rep_calls_avg: metrics.repeatCallAverage(s),
    rep_chat_avg: metrics.repeatChatAverage(s),
    per_min_call_pct: metrics.billedCallPercentage(s),
    per_min_chat_pct: metrics.billedChatPercentage(s),
    rep_call_pct: metrics.repeatPercentage(s),
    rep_chat_pct: metrics.repeatChatPercentage(s),
    new_call_avg: metrics.newCallAverage(s),
    new_chat_avg: metrics.newChatAverage(s),
    rating_cng: metrics.ratingChange(s, before),
    rating_avg: metrics.ratingAverage(s),
    attempted: s.attempted,
    total_missed: s.missed,
    missed_pct: metrics.missedPercentage(s),
    decl_vm_no_ans_busy: s.missed,
    free_psychic_mins: s.free_minutes,
  };
}
