import type { HelpPageContent } from "../help-page-content.ts";

export const onlineChat: HelpPageContent = {
  lead: "A chat is a reading in writing. Some customers cannot talk where they are, some find it easier to type what they would never say, and many come back for it. A chat calls for different habits than a phone call.",
  sections: [
    {
      title: "What you need to take chats",
      blocks: [
        "Your manager switches chats on for you: there are two permissions, Phone and Chat. If you want to begin with chats, or to stop, ask [your manager](/psychic/contact).",
        "The chat system is separate from this portal. You open it from your [dashboard](/psychic), in a window of its own. [Online Chat Welcome](/psychic/chat_faq) explains the first steps.",
      ],
    },
    {
      title: "When a chat request arrives",
      blocks: [
        'A request waits for you for 2 minutes. Accept it within that time and the chat begins. If you do not, the customer reads: "We\'re sorry, the attempt request was refused."',
        "The customer reads this whether you were away from the keyboard, in another window or too slow. It sounds like a no. So keep the chat window where you see and hear it, and when you leave your place, even for a cup of tea, set yourself to Unavailable first.",
      ],
    },
    {
      title: "Your status and chats",
      blocks: [
        "The [dashboard](/psychic) shows your current status. There you can choose:",
        {
          terms: [
            ["Available (Phone Only)", "You take calls. It needs the Phone permission."],
            ["On Alert", "Ask your manager when to use this status."],
            ["Unavailable", "You take no readings."],
          ],
        },
        "The phone and chat system sets Busy and Reserved during a reading, or while it connects one. You cannot change them, and the choices come back afterwards. If you stay Busy half an hour after your last call or chat, your dashboard asks whether you are free: I’m Free asks the phone system, and shows what it answers. You can stop chats here, with Available (Phone Only) or Unavailable. Only the chat system and your manager can start them again. If customers cannot reach you by chat although you are there, tell your manager.",
      ],
    },
    {
      title: "Write so that it reads like a voice",
      blocks: [
        {
          list: [
            "Answer soon. Two lines now are better than ten lines in three minutes.",
            "Send a thought as soon as it is whole, then go on. Silence on a screen feels long.",
            "Say it when you need a moment: 'I am laying the cards, one minute please.'",
            "Use whole words and short sentences. Avoid capital letters, which sound like shouting, and rows of dots, which sound like holding back.",
            "Use the name the customer uses. It does in writing what a warm tone does on the phone.",
            "Do not paste prepared texts. Customers compare, and they notice.",
          ],
        },
      ],
    },
    {
      title: "One customer at a time",
      blocks: [
        "A customer who pays by the minute has your whole attention. Put the phone aside, close other windows, and do not answer messages in between.",
      ],
    },
    {
      title: "What is written stays written",
      blocks: [
        "Everything in [Honor and Ethics](/psychic/help/honor-and-ethics) holds here too: no private contact details, no directives about health, law or money, and the advice to call the local emergency services at once if somebody is in danger. Read a message once more before you send it. You cannot take it back.",
      ],
    },
    {
      title: "Where you find your chats",
      blocks: [
        "Calls and chats are side by side in your [reading history](/psychic/readings), with their minutes, their result and their rating. [Statistics](/psychic/statistics) count them together and, where it matters, separately.",
      ],
    },
    {
      title: "When something does not work",
      blocks: [
        "If the window freezes or a chat breaks off, load it again first. If that does not help, use [Report a Problem](/psychic/problem) with the category Chat. Say when it happened, what you did and what you saw. The time is what helps most.",
      ],
    },
  ],
};
