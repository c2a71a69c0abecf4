import type { HelpPageContent } from "../help-page-content.ts";

export const salesPitch: HelpPageContent = {
  lead: "Your sales pitch is the one line that customers read in the list of psychics, before they open anything else. They look at many. Your pitch has only a moment to say why they should choose you.",
  sections: [
    {
      title: "Where customers see it",
      blocks: [
        "The pitch is part of your [listing](/psychic/listing), together with the categories and the bio text. It is one line of at most 500 characters, and it is required. Customers read a pitch of one or two sentences, and skip a long one.",
      ],
    },
    {
      title: "What a good pitch says",
      blocks: [
        "Three things, in plain words:",
        {
          list: [
            "what you do: tarot, astrology, dreams, love and relationships",
            "how it feels to talk with you: calm, direct, warm, quick",
            "what the customer has afterwards: a clear next step, peace of mind, another view",
          ],
        },
        "You do not need all three in equal parts. You do need at least one thing that only you could have written.",
      ],
    },
    {
      title: "Examples",
      blocks: [
        {
          list: [
            "'Tarot with a plain tongue. I tell you what the cards show, and what you can do with it.'",
            "'Thirty years of astrology, most of them about love. Bring your birth time and one honest question.'",
            "'I listen first. Gentle readings for people who have been through a lot.'",
          ],
        },
        "Do not copy them. They are here to show how little it takes.",
      ],
    },
    {
      title: "How to write yours",
      blocks: [
        {
          steps: [
            "Write down three things that customers thank you for. Your rating texts in [Readings](/psychic/readings) will help you.",
            "Choose the one that you would like to be known for.",
            "Say it in one sentence, as you would say it to somebody across a table.",
            "Read it aloud. Cut each word that you stumble over, and each word that anybody could say of themselves.",
            "Put it into the listing, and look at the whole: pitch and categories should speak of the same thing.",
          ],
        },
      ],
    },
    {
      title: "What to leave out",
      blocks: [
        {
          list: [
            "Promises: 'always right', 'I bring him back', 'guaranteed'. Nobody can keep them.",
            "Anything about healing, winning, cases in court or investments. See [Honor and Ethics](/psychic/help/honor-and-ethics).",
            "Phone numbers, e-mail addresses, names of other sites. Customers reach you here.",
            "Prices and offers. They are not yours to announce.",
            "Words about other psychics.",
            "Capital letters throughout, and rows of symbols. They look like advertisements, and people skip those.",
          ],
        },
        "A listing is reviewed before customers see it, and these are the most common reasons for a rejection.",
      ],
    },
    {
      title: "The bio text is for the rest",
      blocks: [
        "Where you learned, how you work, what a first reading with you is like: that belongs in the bio text. Each line of it becomes a paragraph. It is plain text, and HTML tags are removed. Say the most important thing first, and keep the paragraphs short. Most of your customers read on a phone.",
      ],
    },
    {
      title: "If you read in Spanish",
      blocks: [
        "Customers look for English and for Spanish speakers. If you read in both languages, tick En Español among the categories, and say so in the pitch, in Spanish. Your languages themselves are part of your [profile](/psychic/profile).",
      ],
    },
    {
      title: "Change it from time to time",
      blocks: [
        "A pitch wears out. When fewer new customers come, try another one and compare: [Statistics](/psychic/statistics) show new and repeat readings for the past week, two weeks, a month and two months. Change only the pitch, so that you know what made the difference. A changed listing is reviewed again, and the one you have stays live in the meantime: [My Listings](/psychic/help/my-listings) explains how.",
      ],
    },
  ],
};
