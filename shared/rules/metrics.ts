/**
 * The formulas of the statistics (D21). The input is whole counts, minutes and cents. Averages and
 * money have two decimals, percentages (0 to 100) one. A figure with a divisor of zero is 0.
 */

/** The results of a missed reading (D19). */
export const missedResults = ["No Answer", "Busy", "Declined", "Voicemail"] as const;

/** One psychic's sums over some days, as `daily_statistics` stores them. */
export interface Sums {
  /** Readings with minutes above 0, by phone and by chat. */
  calls: number;
  call_minutes: number;
  new_calls: number;
  new_call_minutes: number;
  /** Readings with paid minutes above 0, and all minutes of those readings. */
  billed_calls: number;
  billed_call_minutes: number;
  chats: number;
  chat_minutes: number;
  new_chats: number;
  new_chat_minutes: number;
  billed_chats: number;
  billed_chat_minutes: number;
  free_minutes: number;
  call_paid_minutes: number;
  chat_paid_minutes: number;
  call_revenue_cents: number;
  chat_revenue_cents: number;
  /** All readings, and the missed ones among them (D19). */
  attempted: number;
  missed: number;
  rating_sum: number;
  ratings: number;
}

const divide = (a: number, b: number, decimals: number) => {
  if (b === 0) return 0;
  const scale = 10 ** decimals;
  // Divide once, as the last step: in binary fractions 41 / 40 * 100 is less than 102.5.
  return Math.round((a * scale) / b) / scale;
};

export const average = (sum: number, count: number) => divide(sum, count, 2);
export const percentage = (part: number, whole: number) => divide(part * 100, whole, 1);
export const dollars = (cents: number) => cents / 100;
export const dollarsEach = (cents: number, count: number) =>
  count === 0 ? 0 : Math.round(cents / count) / 100;

/** A formula names the sums that it needs, so that callers with fewer sums can use it too. */
type SumsOf<K extends keyof Sums> = Pick<Sums, K>;

export const totalCalls = (s: SumsOf<"calls" | "chats">) => s.calls + s.chats;
export const totalMinutes = (s: SumsOf<"call_minutes" | "chat_minutes">) =>
  s.call_minutes + s.chat_minutes;
export const revenueCents = (s: SumsOf<"call_revenue_cents" | "chat_revenue_cents">) =>
  s.call_revenue_cents + s.chat_revenue_cents;
export const newCalls = (s: SumsOf<"new_calls" | "new_chats">) => s.new_calls + s.new_chats;
export const billedCalls = (s: SumsOf<"billed_calls" | "billed_chats">) =>
  s.billed_calls + s.billed_chats;
export const repeatCalls = (s: SumsOf<"calls" | "new_calls">) => s.calls - s.new_calls;
export const repeatChats = (s: SumsOf<"chats" | "new_chats">) => s.chats - s.new_chats;
export const repeatCallMinutes = (s: SumsOf<"call_minutes" | "new_call_minutes">) =>
  s.call_minutes - s.new_call_minutes;
export const repeatChatMinutes = (s: SumsOf<"chat_minutes" | "new_chat_minutes">) =>
  s.chat_minutes - s.new_chat_minutes;
export const repeats = (s: SumsOf<"calls" | "new_calls" | "chats" | "new_chats">) =>
  repeatCalls(s) + repeatChats(s);
export const repeatMinutes = (
  s: SumsOf<"call_minutes" | "new_call_minutes" | "chat_minutes" | "new_chat_minutes">,
) => repeatCallMinutes(s) + repeatChatMinutes(s);
/** Average length of a call or chat, in minutes. */
export const averageLength = (s: SumsOf<"calls" | "chats" | "call_minutes" | "chat_minutes">) =>
  average(totalMinutes(s), totalCalls(s));
export const newCallAverage = (s: Sums) => average(s.new_call_minutes, s.new_calls);
export const newChatAverage = (s: Sums) => average(s.new_chat_minutes, s.new_chats);
export const repeatCallAverage = (s: Sums) => average(repeatCallMinutes(s), repeatCalls(s));
export const repeatChatAverage = (s: Sums) => average(repeatChatMinutes(s), repeatChats(s));
export const revenuePerCall = (
  s: SumsOf<"calls" | "chats" | "call_revenue_cents" | "chat_revenue_cents">,
) => dollarsEach(revenueCents(s), totalCalls(s));
/** In percent of calls and chats together (D21). */
export const repeatPercentage = (s: SumsOf<"calls" | "new_calls" | "chats" | "new_chats">) =>
  percentage(repeats(s), totalCalls(s));
/** In percent of the chats. */
export const repeatChatPercentage = (s: Sums) => percentage(repeatChats(s), s.chats);
export const billedCallPercentage = (s: Sums) => percentage(s.billed_call_minutes, s.call_minutes);
export const billedChatPercentage = (s: Sums) => percentage(s.billed_chat_minutes, s.chat_minutes);
/** Dollars per paid minute. */
export const paidRate = (s: Sums) =>
  dollarsEach(revenueCents(s), s.call_paid_minutes + s.chat_paid_minutes);
export const ratingAverage = (s: SumsOf<"rating_sum" | "ratings">) =>
  average(s.rating_sum, s.ratings);
/** The change from the previous range of the same length; 0 unless both have ratings. */
export const ratingChange = (
  s: SumsOf<"rating_sum" | "ratings">,
  before: SumsOf<"rating_sum" | "ratings">,
) =>
  s.ratings > 0 && before.ratings > 0 ? average(ratingAverage(s) - ratingAverage(before), 1) : 0;
export const missedPercentage = (s: Sums) => percentage(s.missed, s.attempted);

/** The explanation of each column, shown at its header. */
export const columnMeaning = {
  total_calls: "Calls and chats with at least one minute",
  rev_per_call: "Revenue divided by calls and chats",
  tot_mins: "Minutes of all calls and chats",
  alc: "Average length in minutes: total minutes divided by calls and chats",
  total_revenue: "Revenue of all calls and chats",
  per_min_calls: "Calls with at least one paid minute",
  per_min_call_mins: "Minutes of the calls with a paid minute",
  per_min_call_pct: "Share of call minutes in calls with a paid minute",
  per_min_chats: "Chats with at least one paid minute",
  per_min_chat_mins: "Minutes of the chats with a paid minute",
  per_min_chat_pct: "Share of chat minutes in chats with a paid minute",
  new_calls: "Calls of customers within 24 hours of their first call or chat with the psychic",
  new_call_mins: "Minutes of new calls",
  new_call_avg: "Average length of a new call in minutes",
  new_chats: "Chats of customers within 24 hours of their first call or chat with the psychic",
  new_chat_mins: "Minutes of new chats",
  new_chat_avg: "Average length of a new chat in minutes",
  rep_call_pct: "Share of repeats among all calls and chats",
  rep_calls: "Calls that are not new",
  rep_call_mins: "Minutes of repeat calls",
  rep_calls_avg: "Average length of a repeat call in minutes",
  rep_chats: "Chats that are not new",
  rep_chat_mins: "Minutes of repeat chats",
  rep_chat_avg: "Average length of a repeat chat in minutes",
  free_psychic_mins: "Free minutes given in the readings",
  total_missed: "Readings with the result No Answer, Busy, Declined or Voicemail",
} as const;

/** The same for a psychic's own periods, which count calls and chats together. */
export const periodMeaning = {
  total_revenue: "For all calls and chats. It is not your pay",
  rate: "What customers paid, divided by paid minutes",
  rev_per_call: "What customers paid, divided by calls and chats",
  all_calls: columnMeaning.total_calls,
  tot_mins: columnMeaning.tot_mins,
  alc: columnMeaning.alc,
  free_psychic_mins: columnMeaning.free_psychic_mins,
  new_calls: "Calls and chats of customers within 24 hours of their first call or chat with you",
  new_call_mins: columnMeaning.new_call_mins,
  new_call_avg: columnMeaning.new_call_avg,
  new_chat_mins: columnMeaning.new_chat_mins,
  new_chat_avg: columnMeaning.new_chat_avg,
  rep_calls: "Calls and chats that are not new",
  rep_call_pct: columnMeaning.rep_call_pct,
  rep_call_mins: columnMeaning.rep_call_mins,
  rep_calls_avg: columnMeaning.rep_calls_avg,
  rep_chat_pct: "Share of repeats among all chats",
  rep_chat_mins: columnMeaning.rep_chat_mins,
  rep_chat_avg: columnMeaning.rep_chat_avg,
  per_min_calls: "Calls and chats with at least one paid minute",
  per_min_call_mins: columnMeaning.per_min_call_mins,
  per_min_call_pct: columnMeaning.per_min_call_pct,
  per_min_chat_mins: columnMeaning.per_min_chat_mins,
  per_min_chat_pct: columnMeaning.per_min_chat_pct,
  rating_avg: "Average of the ratings that customers gave, 1\u00a0to\u00a05",
  rating_cng:
    "Change from the average of the previous period of the same length; 0 unless both have ratings",
  attempted: "All readings that customers asked for, whatever the result",
  total_missed: columnMeaning.total_missed,
  missed_pct: "Share of missed readings among the attempted ones",
} as const;
