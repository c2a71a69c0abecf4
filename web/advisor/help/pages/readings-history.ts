import { columnMeaning, missedResults } from "#shared/rules/metrics.ts";
import type { HelpPageContent } from "../help-page-content.ts";

const explained = (sentence: string) => `${sentence}.`;

export const readingsHistory: HelpPageContent = {
  lead: "[Readings](/psychic/readings) lists every call and chat that customers tried with you, including those that nobody took. This page explains each column and each figure above the table.",
  sections: [
    {
      title: "Which readings you see",
      blocks: [
        "The page opens on the current pay period, usually Sunday to Saturday, New York time. To look further back, choose other dates and then Update. A reading belongs to the New York day in which it started, and all times on the page are New York time, marked ET.",
        "The list is live. A reading appears as soon as the phone and chat system has reported it, and its rating may follow later. Without a network you see the readings that your phone has stored, and when they were loaded.",
      ],
    },
    {
      title: "The columns",
      blocks: [
        {
          terms: [
            ["Date", "When the reading started."],
            ["Member", "The customer's name in the service."],
            [
              "New or Repeat",
              "New within 24 hours of that customer's first call or chat with you, repeat after that.",
            ],
            ["Duration", "Minutes of the call or chat."],
            ["Free", "Minutes that were free for the customer."],
            ["Paid", "Minutes that the customer paid for."],
            ["Results", "How it ended: see below."],
            ["Rating", "1 to 5, if the customer gave one."],
            ["Rating Text", "What the customer wrote with it. Choose it to read all of it."],
          ],
        },
        "A tap on a column's name sorts the list by it, the highest or latest first. A second tap reverses the order. On a phone the readings are grouped by day, and a tap on a reading opens all of it. Below the list there, 'What the columns mean' explains the minutes.",
      ],
    },
    {
      title: "What the results mean",
      blocks: [
        {
          terms: [
            ["Completed", "The reading took place."],
            ["No Answer", "You were called and did not pick up."],
            ["Busy", "Your line was busy."],
            ["Declined", "The reading was declined."],
            ["Voicemail", "A mailbox took the call instead of you."],
            ["Dropped", "The connection broke off."],
            ["Refused", "The request was refused."],
          ],
        },
        `These words come from the phone and chat system. ${missedResults.slice(0, -1).join(", ")} and ${missedResults.at(-1)} count as missed. If you find Voicemail among your results, switch your mailbox off while you work: a customer who reaches it does not reach you.`,
      ],
    },
    {
      title: "The summary above the table",
      blocks: [
        "The eight figures cover all readings on the dates you chose, not only the page of the table that you see.",
        {
          terms: [
            ["Total", explained(columnMeaning.total_calls)],
            ["Repeat", "Calls and chats that are not new."],
            ["Free Minutes", explained(columnMeaning.free_psychic_mins)],
            ["Total Minutes", explained(columnMeaning.tot_mins)],
            ["Repeat Minutes", "Minutes of the repeat calls and chats."],
            ["Repeat Pct", explained(columnMeaning.rep_call_pct)],
            ["Missed", explained(columnMeaning.total_missed)],
            ["ALC", explained(columnMeaning.alc)],
          ],
        },
      ],
    },
    {
      title: "Why is the total smaller than the list?",
      blocks: [
        "The list holds every attempt. The total counts only readings with at least one minute. So a call that nobody took is a row of the table and counts as missed, but it is not part of the total, and it does not lower your average length.",
      ],
    },
    {
      title: "Why do my statistics say something else?",
      blocks: [
        "[Statistics](/psychic/statistics) are updated at 7 am, 10 am, 1 pm, 4 pm, 7 pm and 10 pm New York time, and show the time of the last update. Readings that ended after that time are in Readings, but not in Statistics until the next update.",
      ],
    },
    {
      title: "What is not shown here",
      blocks: [
        "The rate and the revenue of a single reading, and recordings, are for managers. The statistics show sums of your revenue. Questions about pay go to [your manager](/psychic/contact): see [Making Money](/psychic/help/making-money).",
      ],
    },
    {
      title: "A reading is missing or wrong",
      blocks: [
        "First look at the dates: near midnight the New York day can differ from yours. If something is wrong all the same, use [Report a Problem](/psychic/problem) and give the date, the time and the customer's name. Corrections by the phone and chat system appear here by themselves.",
      ],
    },
  ],
};
