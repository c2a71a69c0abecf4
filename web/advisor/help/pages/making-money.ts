import { columnMeaning, periodMeaning } from "#shared/rules/metrics.ts";
import type { HelpPageContent } from "../help-page-content.ts";

const explained = (sentence: string) => `${sentence}.`;

export const makingMoney: HelpPageContent = {
  lead: "You earn by the minute, on the phone and in chat, and regular customers make a good week. This page explains when you are paid, how to follow your figures, and how to improve them.",
  sections: [
    {
      title: "When you are paid",
      blocks: [
        "You are paid weekly, by check or direct deposit. The pay period runs from Sunday 12:01 am to Saturday 11:59 pm, New York time, and the payment comes within five days of the end of the period.",
        "A reading belongs to the day, and so to the period, in which it started. A call that begins on Saturday at 11:50 pm New York time counts for the old period, however long it lasts. If you live in another time zone, think of New York's midnight and not of yours.",
        "Questions about a payment, about your rate or about how you are paid go to [your manager](/psychic/contact). The figures in this portal help you to follow your work. They are not a pay slip.",
      ],
    },
    {
      title: "You are an independent contractor",
      blocks: [
        "You work for yourself, from home, and you must be 18 or older. You plan your hours yourself, in your schedule, and you do the paperwork of your own business, such as your records.",
      ],
    },
    {
      title: "What your figures say",
      blocks: [
        "[Statistics](/psychic/statistics) show today, the past week, two weeks, a month and two months, each with today included. The most useful ones are:",
        {
          terms: [
            ["Calls and chats", explained(columnMeaning.total_calls)],
            ["Average minutes", explained(columnMeaning.alc)],
            ["Per call or chat", explained(periodMeaning.rev_per_call)],
            ["Repeat Pct", explained(columnMeaning.rep_call_pct)],
            ["Missed", explained(columnMeaning.total_missed)],
          ],
        },
        "They are updated at 7 am, 10 am, 1 pm, 4 pm, 7 pm and 10 pm New York time, and the page shows the time of the last update. A reading that has just ended appears in [Readings](/psychic/readings) first, and in the statistics after the next update.",
      ],
    },
    {
      title: "Repeat customers are your business",
      blocks: [
        "There are bonuses for repeat customers, and you do not have to win a regular customer again. A customer counts as new for 24 hours from the first call or chat with you, and as repeat from then on. [Customers](/psychic/customers) shows who they are: when they last came, how often they called and chatted, how they rated you, and which of them still have unused free minutes. What brings people back:",
        {
          list: [
            "A first reading that answers the question they came with.",
            "A good ending: the two or three things that matter, once more, and when you are here next.",
            "Memory. A short note for yourself after the reading makes the next one begin where the last one stopped. Keep such notes private.",
            "A message now and then. [Send Gifts](/psychic/compose) sends your customers free minutes with your words. For the rules see [Understanding our Free Customer Offer](/psychic/help/free-customer-offer#free-minutes-from-you).",
          ],
        },
      ],
    },
    {
      title: "Be there when you say you will",
      blocks: [
        "Your [schedule](/psychic/schedule) is your week in New York time. Choose hours that you can keep, and change your schedule before you begin to work at other hours. Many people have time to talk in the evening and on weekends, so try those hours.",
        "If you work at other hours every second week, choose that under Repeats when you edit a day. The page then shows this week and the next one, with their dates.",
        "Your hours and booked calls can be in the calendar of your phone, too: [Schedule](/psychic/schedule) makes an address for it.",
        "The schedule says when you plan to work. Your status on the [dashboard](/psychic) says whether customers can reach you now. Saving a schedule does not change your status, so set your status when you begin and when you stop.",
      ],
    },
    {
      title: "Days that differ from your week",
      blocks: [
        "Below the week, your [schedule](/psychic/schedule) lists Dates: days on which your hours differ.",
        {
          terms: [
            ["Off", "You promise no hours then, whatever else the schedule says."],
            ["Extra hours", "You promise these hours as well as those of the week."],
            ["Chat only", "Your promised hours on these days are for chats only."],
          ],
        },
        "Time off is announced, not requested: nobody approves it, and it counts as soon as you press Save Dates.",
        "Managers see your dates and notes, and can enter dates for you. Customers see none of this.",
        "Days begin and end at midnight in New York. If you are off on Friday, hours that begin on Friday evening still count from midnight on, unless you are off on Saturday, too.",
      ],
    },
    {
      title: "Miss fewer readings",
      blocks: [
        "A reading counts as missed when its result is No Answer, Busy, Declined or Voicemail. Each one is a customer who wanted you. Set yourself to Unavailable before you leave your place, keep the phone within reach, and answer a chat request within 2 minutes.",
        "[Notifications](/psychic/notifications) tell you on your phone when a customer books a call, ask 15 minutes before it whether you are ready, and tell you when it starts. Turn them on for each device.",
      ],
    },
    {
      title: "Let customers find you",
      blocks: [
        "Use the [categories](/psychic/help/my-listings) in which you are strongest, a [pitch](/psychic/help/sales-pitch) that sounds like you, and a [greeting](/psychic/help/recording-your-greeting-and-username) that would make you call. Change them when fewer new customers come.",
      ],
    },
    {
      title: "Refer another psychic",
      blocks: [
        "There is a referral program. People whom you refer enter your six-digit extension, which your dashboard shows, as the referral code when they sign up. Ask your manager what a referral currently pays.",
      ],
    },
  ],
};
