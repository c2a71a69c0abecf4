import { periodMeaning } from "#shared/rules/metrics.ts";
import { daysBetween } from "#shared/rules/new-york.ts";
import type { StatisticsPeriod } from "#shared/statistics.ts";
import { writtenAverage, writtenCount, writtenMoney, writtenPercent } from "#web/lib/figures.ts";

type Key = keyof typeof periodMeaning;

export interface PeriodFigure {
  key: Key | "per_day";
  label: string;
  meaning: string;
  written: (period: StatisticsPeriod) => string;
}

export interface FigureGroup {
  title: string;
  figures: readonly PeriodFigure[];
}

type Written = (value: number) => string;
type Count = (period: StatisticsPeriod) => number;

function figure(key: Key, label: string, written: Written): PeriodFigure {
  return { key, label, meaning: periodMeaning[key], written: (period) => written(period[key]) };
}

const count = (key: Key, label: string) => figure(key, label, writtenCount);

/** A figure that says something only if `of` counts something: an average of nothing is none. */
const share = (key: Key, label: string, written: Written, of: Count): PeriodFigure => ({
  ...figure(key, label, written),
  written: (period) => (of(period) === 0 ? "–" : written(period[key])),
});
const average = (key: Key, label: string, of: Count) => share(key, label, writtenAverage, of);
const percent = (key: Key, label: string, of: Count) =>
  share(key, label, (value) => `${writtenPercent(value)}%`, of);

const calls: Count = (period) => period.all_calls;
const callMinutes: Count = (period) => period.new_call_mins + period.rep_call_mins;
const chatMinutes: Count = (period) => period.new_chat_mins + period.rep_chat_mins;

/** 0 means no rating, because ratings begin at 1; then a change is unknown too. */
function rating(key: "rating_avg" | "rating_cng", label: string): PeriodFigure {
  const sign = (value: number) => (key === "rating_cng" && value > 0 ? "+" : "");
  return {
    ...figure(key, label, writtenAverage),
    written: (period) =>
      period.rating_avg === 0
        ? "–"
        : `${sign(period[key])}${writtenAverage(period[key]).replace("-", "−")}`,
  };
}

/** Makes periods of different lengths comparable. */
const revenuePerDay: PeriodFigure = {
  key: "per_day",
  label: "Per day",
  meaning: "What customers paid, divided by the days of the period, today included",
  written: ({ total_revenue, period_from, period_to }) =>
    writtenMoney(total_revenue / (daysBetween(period_from, period_to) + 1)),
};

const revenue = figure("total_revenue", "Customers paid", writtenMoney);
const allCalls = count("all_calls", "Calls and chats");
const averageLength = average("alc", "Average minutes", calls);
const ratingAverage = rating("rating_avg", "Average, 1\u00a0to\u00a05");

/** All figures of a period, in groups. */
export const figureGroups: readonly FigureGroup[] = [
  {
    title: "Money",
    figures: [
      revenue,
      share("rev_per_call", "Per call or chat", writtenMoney, calls),
      share("rate", "Per paid minute", writtenMoney, (period) => period.per_min_calls),
      revenuePerDay,
    ],
  },
  {
    title: "Calls and chats",
    figures: [
      allCalls,
      count("tot_mins", "Minutes"),
      averageLength,
      count("free_psychic_mins", "Free minutes"),
    ],
  },
  {
    title: "New customers",
    figures: [
      count("new_calls", "Calls and chats"),
      count("new_call_mins", "Call minutes"),
      average("new_call_avg", "Average call minutes", (period) => period.new_call_mins),
      count("new_chat_mins", "Chat minutes"),
      average("new_chat_avg", "Average chat minutes", (period) => period.new_chat_mins),
    ],
  },
  {
    title: "Repeat customers",
    figures: [
      count("rep_calls", "Calls and chats"),
      percent("rep_call_pct", "Repeat Pct", calls),
      count("rep_call_mins", "Call minutes"),
      average("rep_calls_avg", "Average call minutes", (period) => period.rep_call_mins),
      count("rep_chat_mins", "Chat minutes"),
      average("rep_chat_avg", "Average chat minutes", (period) => period.rep_chat_mins),
      percent("rep_chat_pct", "Repeat Pct of chats", chatMinutes),
    ],
  },
  {
    title: "Per minute",
    figures: [
      count("per_min_calls", "Calls and chats"),
      count("per_min_call_mins", "Call minutes"),
      percent("per_min_call_pct", "% of call minutes", callMinutes),
      count("per_min_chat_mins", "Chat minutes"),
      percent("per_min_chat_pct", "% of chat minutes", chatMinutes),
    ],
  },
  {
    title: "Ratings",
    figures: [ratingAverage, rating("rating_cng", "Change")],
  },
  {
    title: "Missed",
    figures: [
      count("attempted", "Attempted"),
      count("total_missed", "Missed"),
      percent("missed_pct", "Missed %", (period) => period.attempted),
    ],
  },
];

/** The figures above the groups on a narrow screen, with names that need no group. */
export const headFigures: readonly (PeriodFigure & { head: string })[] = [
  { ...revenue, head: "Customers paid" },
  { ...allCalls, head: "Calls and chats" },
  { ...averageLength, head: "Average minutes" },
  { ...ratingAverage, head: "Average rating, 1\u00a0to\u00a05" },
];
