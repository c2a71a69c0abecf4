import type { HelpPageContent } from "../help-page-content.ts";

export const customerFeedbackAndRatings: HelpPageContent = {
  lead: "After a reading, customers can rate it and say why. Ratings show you how your readings reach people. Taken calmly, they are the cheapest teacher there is.",
  sections: [
    {
      title: "What a rating is",
      blocks: [
        "A rating is a whole number from 1 to 5. 5 is the best, 1 the worst. A customer may also leave a few words, the rating text. Both are optional, so most psychics have more readings than ratings, and a missing rating means nothing.",
      ],
    },
    {
      title: "Where you find your ratings",
      blocks: [
        {
          terms: [
            [
              "[Readings](/psychic/readings)",
              "The columns Rating and Rating Text of each reading. Choose the text to read all of it.",
            ],
            [
              "[Statistics](/psychic/statistics)",
              "Your average rating in each period, such as the past week, and how it changed.",
            ],
            [
              "[Customers](/psychic/customers)",
              "The average of the ratings that one customer gave you on the dates you chose.",
            ],
          ],
        },
        "A rating can come after the reading, so look at yesterday once more before you draw conclusions.",
      ],
    },
    {
      title: "How the average is calculated",
      blocks: [
        "The average is the sum of the ratings divided by their number. Readings without a rating do not count, neither for you nor against you. The change compares the average with that of the same number of days before: the past week, for example, with the week before it. With only a few ratings, a single one moves the average a lot. Look at two months before you worry about a week.",
        "Statistics are updated at 7 am, 10 am, 1 pm, 4 pm, 7 pm and 10 pm New York time, and the page shows the time of the last update. A new rating shows in Readings first.",
      ],
    },
    {
      title: "What to do with praise",
      blocks: [
        "Look at what the customer praises. 'She was kind' and 'she was right about my sister' ask for different things next time. Words that come up again and again are also good words for your [sales pitch](/psychic/help/sales-pitch): they are how customers see you.",
      ],
    },
    {
      title: "What to do with a low rating",
      blocks: [
        {
          steps: [
            "Wait a day. A low rating hurts most when you have just read it.",
            "Look at the reading: how long it was, whether it was a new customer, whether it was cut off.",
            "Ask yourself what the customer had hoped for. Often the answer was fine and the beginning was too slow, or the customer wanted another answer.",
            "Change one thing, and watch the next twenty readings, not the next one.",
          ],
        },
        "Some people rate the news and not the messenger. You will not please everybody, and you should not try to: an honest reading that earns a 3 is worth more than flattery that earns a 5.",
      ],
    },
    {
      title: "Please do not ask for ratings",
      blocks: [
        "Do not ask for a certain rating, and do not offer anything for it. Do not bring up an old rating in a new reading either. Customers must be able to say what they think without having to explain it to you.",
      ],
    },
    {
      title: "Can a rating be changed or removed?",
      blocks: [
        "Not by you. The portal only shows ratings. If a rating text is abusive, names a private person, or plainly belongs to another psychic, use [Report a Problem](/psychic/problem) and give the date and time of the reading and the customer's name as your history shows it. Your manager can look into it.",
      ],
    },
    {
      title: "What helps most",
      blocks: [
        {
          list: [
            "Begin with the question the customer came with.",
            "Say early what you can and cannot see.",
            "Sum up at the end. People rate what they remember.",
            "Be there in the hours of your [schedule](/psychic/schedule). A regular customer who does not find you is disappointed.",
          ],
        },
      ],
    },
  ],
};
