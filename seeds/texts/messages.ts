/** Problems that psychics report, by category (D34). */
export const problemTexts: readonly (readonly [category: string, details: string])[] = [
  ["Phone", "Calls have dropped after 20 minutes since Tuesday. My landline works fine otherwise."],
  ["Phone", "The greeting that I recorded plays without sound. I recorded it twice."],
  ["Phone", "Callers say that they hear an echo. I have tried two headsets."],
  ["Chat", "The chat window closed in the middle of a session and the customer was gone."],
  ["Chat", "I do not hear the sound for a new chat request when the window is behind another one."],
  ["Pay", "My last statement is missing the readings from Saturday night after midnight."],
  ["Pay", "I have moved to another bank. How do I change my direct deposit?"],
  ["Pay", "The bonus for repeat customers looks too low this week. Could somebody check it?"],
  ["Listing and Profile", "My listing has been waiting for approval for six days."],
  ["Listing and Profile", "There is a typing error in my approved listing: 'relatonships'."],
  ["Listing and Profile", "I cannot take out a credential that I entered twice."],
  [
    "Schedule",
    "I saved my hours for Sunday, and the page shows an hour less since the clocks changed.",
  ],
  ["Schedule", "Can I set different hours for every other week?"],
  ["Website", "The readings page is empty on my tablet. On the computer it works."],
  ["Website", "I was signed out twice this evening."],
  [
    "Other",
    "A customer asked me to call her outside of the service. I said no and am letting you know.",
  ],
  ["Other", "I will be traveling from the 10th to the 18th and will only take chats."],
  [
    "Other",
    "This is a long one, sorry.\n\nOn Friday at about 9 PM a gentleman called whom I know as a regular. He was not himself and said things that worried me. I stayed on the line with him, gave him the number of the helpline and asked him to call his brother, which he promised to do. He called again on Saturday and was much better.\n\nI am writing for three reasons: so that you know, so that nobody is surprised by the length of the call, and because I would like to ask whether there is a sheet with helpline numbers for Canada. If there is none, I would be glad to help to write one.\n\nThank you for reading.",
  ],
];

/** Comments of applications; null for none. */
export const contactTexts: readonly (string | null)[] = [
  "I have read tarot for 12 years and would like to work evenings.",
  null,
  "Se habla español. I can work weekends.",
  "A friend reads for you and told me about it.",
  "Is there a test reading? I am available any day after 4 PM.",
  null,
  "Astrologer, certified, looking for phone work from home.",
  "Do you take readers from Canada?",
  "I am a medium and have my own clients but would like steady hours.",
  null,
  "Please call in the morning, I work nights.",
  "How soon could I start?",
  "I worked for another line for five years until it closed.",
  "Numerology and dream work mostly. Chat preferred, my hearing is not the best.",
  null,
  "Can I do this with a cell phone or do I need a landline?",
  "Third generation reader. References on request.",
  // 200 characters, as many as the form takes.
  "I am applying for my mother, who does not use a computer but has read coffee grounds for the whole neighborhood for forty years and is never wrong about weddings. She can talk on a phone all day long.",
];

/** Subjects and bodies of gifts. */
export const giftTexts: readonly (readonly [subject: string, body: string])[] = [
  [
    "A few minutes on me",
    "<p>It was good to talk to you. Here are some free minutes, so that you can tell me how it went.</p>",
  ],
  ["Thinking of you", "<p>You came to mind today. Call me when you have a quiet moment.</p>"],
  [
    "Happy birthday month!",
    "<p>Another trip around the sun.</p><p>Let's have a look at what this year holds for you.</p>",
  ],
  ["How did the interview go?", "<p>I had a good feeling about it. Let me know!</p>"],
  [
    "New moon reading",
    "<p>A new moon is a good time for a new question. These minutes are yours.</p>",
  ],
  [
    "I miss our talks",
    "<p>It has been a while. I hope that all is well with you and yours.</p><p>If you would like to catch up, the first minutes are on me.</p>",
  ],
  [
    "Thank you for your kind words",
    "<p>Your rating made my day. Please take this as a thank you.</p>",
  ],
  [
    "Mercury is at it again",
    "<p>Before you sign anything: call me. The first minutes are free.</p>",
  ],
];

export const profileReasons = [
  "Please send us a copy of the certificate before you list it under your credentials.",
  "The years of experience do not match what you told us at sign-up.",
  "A credential holds the name of another service. Please remove it.",
];

export const credentials = [
  "Certified Tarot Reader",
  "Reiki Master",
  "Ordained Minister",
  "B.A. in Psychology",
  "Certified Hypnotherapist",
  "Third-generation reader",
  "Certified Life Coach",
  "Member of a guild of astrologers",
  "Published author on dreams",
  "Grief counselor",
  "Yoga teacher",
  "Registered nurse, retired",
];
