import type { HelpPageContent } from "../help-page-content.ts";

export const recordingYourGreetingAndUsername: HelpPageContent = {
  lead: "Callers do not see you. Before they choose you they hear two short recordings: your name and your greeting. They are worth a quiet quarter of an hour.",
  sections: [
    {
      title: "Two recordings, two lengths",
      blocks: [
        {
          terms: [
            ["Your name", "Up to 5 seconds. Your psychic name and nothing else."],
            ["Your greeting", "Up to 30 seconds. Who you are and how you read."],
          ],
        },
        "The phone system keeps both. They are not in this portal, so you cannot hear or change them here.",
      ],
    },
    {
      title: "How to record them",
      blocks: [
        "You record both over the phone, in the phone system. Ask [your manager](/psychic/contact) for the number to call and for the steps. Have these at hand:",
        {
          list: [
            "the phone that is registered for you. Your [profile](/psychic/profile) lists your numbers under Phone Numbers",
            "your 4-digit PIN, also in your profile",
            "your extension, on the [dashboard](/psychic)",
            "your text, written out",
          ],
        },
        "Never tell your PIN to anybody, not to a customer and not to somebody who phones you about it.",
      ],
    },
    {
      title: "Write it first",
      blocks: [
        "Thirty seconds are 65 to 75 words, spoken calmly. Write it down, read it aloud with a clock, and cut until you have two seconds to spare. A greeting that is cut off in the middle of a word sounds careless.",
        {
          steps: [
            "Your name, once more.",
            "What you read with, or what you are known for.",
            "How you work, in one sentence.",
            "An invitation: what a caller might ask you.",
          ],
        },
        "For example: 'Hello, this is Willow. I have read the tarot for twenty years, most often about love and about work. I am gentle, and I am honest: I tell you what the cards show, even when it is not what you hoped for. Bring me one question that keeps you awake, and let us look at it together. I am glad that you are here.'",
      ],
    },
    {
      title: "Record it well",
      blocks: [
        {
          list: [
            "A quiet room without an echo: curtains and carpets help, kitchens do not.",
            "Radio, fan and notifications off, door closed, animals elsewhere.",
            "A landline, or a cell phone that stays in one place with good reception. No loudspeaker.",
            "Stand up, and smile. Both can be heard.",
            "Hold the phone a hand's width from your mouth, so that it does not hiss.",
            "Begin a moment after the signal, and end a moment before the time is over.",
            "Listen to it as a stranger would. Record it again until you would call this person.",
          ],
        },
      ],
    },
    {
      title: "What does not belong in it",
      blocks: [
        "The same as in a listing: no promises, no medical, legal or financial advice, no private contact details, no prices. See [Honor and Ethics](/psychic/help/honor-and-ethics). Leave out dates and seasons too. A greeting that speaks of Christmas in March tells callers that nobody is at home.",
      ],
    },
    {
      title: "Your username",
      blocks: [
        "Your username is your psychic name. It is what customers see, and what you sign in to this portal with. Record the name exactly as it is written, and say it slowly: callers hear it for the first time.",
        "You cannot change your username yourself. If it is misspelled, or if there is a good reason to change it, ask your manager. After a change, record the name and the greeting again, so that both match.",
      ],
    },
    {
      title: "When to record again",
      blocks: [
        {
          list: [
            "when your name or the way you work has changed",
            "when you have begun to read in another language",
            "when callers tell you that they expected somebody else",
            "once a year in any case. A voice changes more than you think",
          ],
        },
      ],
    },
    {
      title: "If a recording does not sound right",
      blocks: [
        "If callers hear nothing, an echo or an old greeting, use [Report a Problem](/psychic/problem) with the category Phone, and say when you recorded it and from which of your phones.",
      ],
    },
  ],
};
