import { periodMeaning } from "#shared/rules/metrics.ts";
import type { StatisticsPeriod } from "#shared/statistics.ts";
import { writtenAverage, writtenCount, writtenMoney, writtenPercent } from "#web/lib/figures.ts";

type Key = keyof typeof periodMeaning;

export interface PeriodFigure {
  key: Key;
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

/** All figures of a period, in groups. */
export const figureGroups: readonly FigureGroup[] = [
  {
    title: "Money",
    figures: [
      money("total_revenue", "Revenue"),
      money("rev_per_call", "Per call or chat"),
      money("rate", "Per paid minute"),
    ],
  },
  {
    title: "Calls and chats",
    figures: [
      count("all_calls", "Calls and chats"),
      count("tot_mins", "Minutes"),
      average("alc", "Avg. min."),
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
    figures: [rating("rating_avg", "Average"), rating("rating_cng", "Change")],
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
