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

function figure(key: Key, label: string, written: (value: number) => string): PeriodFigure {
  return { key, label, meaning: periodMeaning[key], written: (period) => written(period[key]) };
}

const count = (key: Key, label: string) => figure(key, label, writtenCount);
const average = (key: Key, label: string) => figure(key, label, writtenAverage);
const money = (key: Key, label: string) => figure(key, label, writtenMoney);
const percent = (key: Key, label: string) =>
  figure(key, label, (value) => `${writtenPercent(value)}%`);

/** 0 means no rating, because ratings begin at 1; then a change is unknown too. */
function rating(key: "rating_avg" | "rating_cng", label: string): PeriodFigure {
  const sign = (value: number) => (key === "rating_cng" && value > 0 ? "+" : "");
  return {
    ...average(key, label),
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
  meaning: "Revenue divided by the days of the period, today included",
  written: ({ total_revenue, period_from, period_to }) =>
    writtenMoney(total_revenue / (daysBetween(period_from, period_to) + 1)),
};

const revenue = money("total_revenue", "Revenue");
const allCalls = count("all_calls", "Calls and chats");
const averageLength = average("alc", "Avg. min.");
const ratingAverage = rating("rating_avg", "Average");

/** All figures of a period, in groups. */
export const figureGroups: readonly FigureGroup[] = [
  {
    title: "Money",
    figures: [
      revenue,
      money("rev_per_call", "Per call or chat"),
      money("rate", "Per paid minute"),
      revenuePerDay,
    ],
  },
  {
    title: "Calls and chats",
    figures: [
      allCalls,
      count("tot_mins", "Minutes"),
      averageLength,
      count("free_psychic_mins", "Free min."),
    ],
  },
  {
    title: "New customers",
    figures: [
      count("new_calls", "Calls and chats"),
      count("new_call_mins", "Call min."),
      average("new_call_avg", "Avg. call min."),
      count("new_chat_mins", "Chat min."),
      average("new_chat_avg", "Avg. chat min."),
    ],
  },
  {
    title: "Repeat customers",
    figures: [
      count("rep_calls", "Calls and chats"),
      percent("rep_call_pct", "Share of all"),
      count("rep_call_mins", "Call min."),
      average("rep_calls_avg", "Avg. call min."),
      count("rep_chat_mins", "Chat min."),
      average("rep_chat_avg", "Avg. chat min."),
      percent("rep_chat_pct", "Share of all chats"),
    ],
  },
  {
    title: "Per minute",
    figures: [
      count("per_min_calls", "Calls and chats"),
      count("per_min_call_mins", "Call min."),
      percent("per_min_call_pct", "Share of call min."),
      count("per_min_chat_mins", "Chat min."),
      percent("per_min_chat_pct", "Share of chat min."),
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
      percent("missed_pct", "Share missed"),
      count("decl_vm_no_ans_busy", "Declined, voicemail, no answer, busy"),
    ],
  },
];

/** The figures above the groups on a narrow screen, with names that need no group. */
export const headFigures: readonly (PeriodFigure & { head: string })[] = [
  { ...revenue, head: "Revenue, not your pay" },
  { ...allCalls, head: "Calls and chats" },
  { ...averageLength, head: "Average minutes" },
  { ...ratingAverage, head: "Average rating" },
];
