import type { HelpPageContent } from "../help-page-content.ts";

export const loginHistory: HelpPageContent = {
  lead: "[Logins](/psychic/logins) shows when you were at work: each work session with its beginning, its end and its length. Your manager sees the same list.",
  sections: [
    {
      title: "What opens a work session",
      blocks: [
        {
          list: [
            "signing in to this portal",
            "logging on to the phone system",
            "using the portal again after a session has ended by itself",
          ],
        },
        "You can stay signed in on your own phone for weeks: up to 30 days after you last used the portal, and at most 180 days. That is not one long session. Each time you come back and do something after a longer pause, a new one begins.",
      ],
    },
    {
      title: "What ends it",
      blocks: [
        {
          terms: [
            ["You sign out", "Log Me Out in the menu ends the session at that moment."],
            ["You log off", "Logging off from the phone system ends the phone session."],
            [
              "You do not log off",
              "A phone session then ends when you log on to the phone system again, and after 24 hours at the latest. The list then gives the reason below the sign-out time.",
            ],
            [
              "You do nothing for 30 minutes",
              "A portal session then ends by itself, and its end is your last action, not the end of the half hour.",
            ],
            [
              "Your sign-in ends",
              "For example when your password is changed. The session ends with it.",
            ],
          ],
        },
        "An action is something that you do: opening a page, saving, searching. What the portal does by itself, such as updating your status, is not an action. So an open page does not count as work.",
        "We know the time of your last action only to within about five minutes. So a session may end at 9:12 in the list although you worked until 9:15.",
      ],
    },
    {
      title: "The columns",
      blocks: [
        {
          terms: [
            ["Sign-in", "When the session began."],
            ["Sign-out", "When it ended, or Signed in while it is still open."],
            ["Duration", "The time between the two, in hours and minutes."],
          ],
        },
        "These times are in the time zone of your phone or computer, which is named above the table. The range above the table consists of New York days. Each session belongs to the day on which it began. The page opens with the last 7 days.",
      ],
    },
    {
      title: "The summary",
      blocks: [
        {
          terms: [
            ["Logins", "The number of sessions that began on the dates you chose."],
            [
              "Total time logged in",
              "The time in which at least one session was open. A session that is still open counts up to now.",
            ],
          ],
        },
        "If you are signed in to the portal while you are logged on to the phone system, these are two sessions, but the time counts once. So the total can be less than the lengths added up.",
      ],
    },
    {
      title: "Your day as a picture",
      blocks: [
        "[Day](/psychic/day) shows one New York day in rows: the hours that you promised, your availability, and your calls and chats. The table below the picture says the same in words. Your manager sees the same day.",
        {
          terms: [
            [
              "Promised",
              "The hours of your present schedule. If you have changed your schedule, earlier days show the new hours, too.",
            ],
            [
              "Availability",
              "How long you were Available, On Alert, Busy, Reserved or Unavailable, and who set it: you, your manager or the phone system.",
            ],
            ["Missed", "A call or chat that ended with No Answer, Busy, Declined or Voicemail."],
          ],
        },
      ],
    },
    {
      title: "Does this decide what I am paid?",
      blocks: [
        "You are paid by the minute of your readings, not for being signed in. [Readings](/psychic/readings) and [Statistics](/psychic/statistics) show the work that you are paid for. Questions about pay go to [your manager](/psychic/contact).",
      ],
    },
    {
      title: "Does signing in make me available?",
      blocks: [
        "No. Signing in opens the portal. Your status on the [dashboard](/psychic) says whether customers can reach you, and your [schedule](/psychic/schedule) says when you plan to work. Signing out of the portal does not set you to Unavailable either, so change your status before you sign out.",
      ],
    },
    {
      title: "I see a session that was not mine",
      blocks: [
        "Check the dates and your time zone, and think of other devices on which you are signed in. If it still does not look like you:",
        {
          steps: [
            "Change your password in your [profile](/psychic/profile). That signs out every other device.",
            "Tell your manager, with the time of the session.",
          ],
        },
        "On a phone or computer that others use, always end with Log Me Out. Then nobody else can read what the portal stores about you on that device.",
      ],
    },
    {
      title: "Something is missing",
      blocks: [
        "Log-ons to the phone system are reported by that system, and may appear a little later. If one is missing after a day, use [Report a Problem](/psychic/problem) with the category Phone.",
      ],
    },
  ],
};
