import type { HelpPageContent } from "../help-page-content.ts";

export const myListings: HelpPageContent = {
  lead: "Your [listing](/psychic/listing) is what customers read about you before they call or chat. You write it, a manager approves it, and then it is live. You can submit a new one once the last one has been approved or rejected.",
  sections: [
    {
      title: "What a listing is made of",
      blocks: [
        {
          terms: [
            [
              "Categories",
              "Customers find you under these: at least one, and at most 5. To choose a sixth, untick one first.",
            ],
            ["Sales Pitch", "One line of at most 500 characters."],
            [
              "Bio Text",
              "Your background and your way of working, at most 8,000 characters. Each line becomes a paragraph. HTML tags are removed.",
            ],
          ],
        },
        "The categories are: Love & Relationships, Money & Finance, Careers & Goals, Tarot Readers, Spiritual Guides, Numerology, Astrology Readings, Past Lives, Dream Analysis, Mediums, En Español. Choose the few that you know well. A customer who comes for numerology and meets a beginner does not come again. [Sales Pitch](/psychic/help/sales-pitch) explains how to write your pitch.",
      ],
    },
    {
      title: "From draft to live",
      blocks: [
        {
          steps: [
            "Write or change the listing. It is a draft: nobody sees it, and it is saved only when you submit it.",
            "Choose Submit for Approval and answer Yes. You see the notice 'Listing Submitted'.",
            "While it is Pending, its fields cannot be changed. A manager reads it.",
            "Approved: it is live, and replaces the previous one.",
          ],
        },
        "While a new listing is pending, the approved one stays live, and you see both. Improving your listing never costs you your place with customers.",
        "If you are offline, your phone stores what you submit and sends it when you are online again. The portal shows what is waiting to send.",
      ],
    },
    {
      title: "What the status means",
      blocks: [
        {
          terms: [
            [
              "Draft",
              "You have not submitted anything yet, your last listing was rejected, or you emptied the form with Reset.",
            ],
            ["Pending", "It is waiting for a manager and cannot be changed."],
            ["Approved", "What you see is live."],
          ],
        },
      ],
    },
    {
      title: "If your listing is rejected",
      blocks: [
        "The page says so when you open it, with the manager's reason if there is one. Then you choose:",
        {
          terms: [
            [
              "Edit",
              "Opens the rejected listing for changes. Fix what the reason names, and submit it again.",
            ],
            [
              "Revert",
              "Removes the rejected listing and shows the live one, or an empty form if there is none.",
            ],
          ],
        },
        "A rejection is about the text and not about you. If the reason is not clear, or none was given, ask [your manager](/psychic/contact).",
      ],
    },
    {
      title: "What Reset does",
      blocks: [
        "Reset asks first. On a draft it discards what you changed since you opened the page. On an approved listing it empties the form, so that you can start again. The live listing stays live until another one is approved.",
      ],
    },
    {
      title: "Why listings are reviewed",
      blocks: [
        "A manager reviews every listing before it is posted. Customers should be able to trust what they read, and nobody should hold you to a promise that you did not mean to make. A manager approves a listing most easily when it has:",
        {
          list: [
            "no promises of results",
            "nothing about medical, legal or financial advice",
            "no phone numbers, addresses or names of other sites",
            "no prices and no offers",
            "sentences that you have checked for mistakes",
          ],
        },
      ],
    },
    {
      title: "Your name, your picture and your profile",
      blocks: [
        "Your psychic name and your picture are not part of the listing. You find them in your [profile](/psychic/profile). Customers see a picture once a manager has approved it. The same goes for your zodiac sign, gender, languages and credentials: customers see the approved ones until a change has been approved. Changes to your e-mail address, your PIN and your phone numbers take effect at once. Customers do not see these details. The details protect your account, so we ask you to confirm that it is you when you change them, and we write to you about each change.",
      ],
    },
    {
      title: "Why can I not change anything?",
      blocks: [
        "Either a listing of yours is Pending: then wait for the decision. Or your account cannot be edited at the moment: then the page says so, and your manager can tell you more.",
      ],
    },
  ],
};
