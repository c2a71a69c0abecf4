import { giftRules } from "#shared/rules/gifts.ts";
import type { HelpPageContent } from "../help-page-content.ts";

const { eligibleDays, lapseDays, minutesAtLeast, minutesAtMost, revenueFromCalls, subjectAtMost } =
  giftRules;

export const freeCustomerOffer: HelpPageContent = {
  lead: "Almost everybody hesitates before the first reading. Free minutes make it easier to begin. This page explains both kinds: those that the service offers to new customers, and those that you can send yourself.",
  sections: [
    {
      title: "The offer for new customers",
      blocks: [
        "A new customer of the service gets 5 minutes free. A card is required to take up the offer. Customers settle that with the service before they reach you: you never see the card, and you never ask for it.",
        "If a customer asks you about the offer, the card or a bill, say that you do not see payments, and that the service's customer support can help.",
      ],
    },
    {
      title: "New to the service, and new to you",
      blocks: [
        "These are two different things. The offer is for people who are new to the service. In your portal a reading is called new when it begins within 24 hours of that customer's first call or chat with you, and repeat after that. So a customer who has used the service for years is new in your [reading history](/psychic/readings) on the first day with you, whether there was an offer or not.",
      ],
    },
    {
      title: "Where you see free minutes",
      blocks: [
        "Each row of your [reading history](/psychic/readings) shows minutes in three columns:",
        {
          terms: [
            ["Duration", "How many minutes the call or chat took."],
            ["Free", "The minutes that were free for the customer."],
            ["Paid", "The minutes that the customer paid for."],
          ],
        },
        "The summary above the table adds up the free minutes of all readings on the dates you chose. [Customers](/psychic/customers) shows which customers still have free minutes that they have not used.",
        "How free minutes count for your pay is a question for [your manager](/psychic/contact). The portal does not decide it.",
      ],
    },
    {
      title: "Make the five minutes count",
      blocks: [
        "Five minutes are enough for one honest look at one question. This way of using them has served many psychics well:",
        {
          steps: [
            "Welcome the customer and ask for the one thing they came for.",
            "Give something of substance in the first two minutes, not a promise of it.",
            "Say what else you see that would be worth looking at.",
            "Sum up before the time is over, and let the customer choose whether to go on.",
          ],
        },
        "Do not run down the clock with questions, and do not hold back the answer until the free minutes have passed. People notice, and they do not come back. A customer who got something real for nothing often stays, and remembers your name.",
      ],
    },
    {
      title: "Free minutes from you",
      blocks: [
        `With [Send Gifts](/psychic/compose) you send a message and ${minutesAtLeast} to ${minutesAtMost} free minutes to customers of your own. It is a good way to ask how something went, to thank somebody, or to say that you are back.`,
        {
          list: [
            `You can choose customers who had a reading with you in the last ${eligibleDays} days.`,
            `A customer with an unused gift of yours is not in the list. An unused gift lapses after ${lapseDays} days.`,
            "Each customer can get at most one gift a day from you. Days are counted in New York time.",
            "Customers who are blocked are not in the list either.",
            `The subject may have up to ${subjectAtMost} characters. In the message, each line becomes a paragraph.`,
          ],
        },
        `Above the list you can narrow it down by revenue per call, by average length and by unused minutes. You see a customer's revenue per call once the two of you have had ${revenueFromCalls} calls or chats in the last ${eligibleDays} days. Until then the list shows a dash, and a filter by revenue per call leaves the customer out. [Sent Gifts](/psychic/sent) lists what you have sent, and to whom.`,
        "Write as you speak. Others in the customer's home may read your message, so mention nothing private.",
      ],
    },
    {
      title: "Automated free minute emails",
      blocks: [
        "The service can also automatically send free minute emails to customers in your name. Only your manager can turn that on or off, so ask your manager if you want to change it.",
      ],
    },
  ],
};
