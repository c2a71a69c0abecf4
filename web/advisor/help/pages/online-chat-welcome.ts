import type { HelpPageContent } from "../help-page-content.ts";

export const onlineChatWelcome: HelpPageContent = {
  lead: "Welcome to online chat. This page takes you through your first chat, step by step, and answers what psychics ask in their first week. [Online Chat](/psychic/help/online-chat) explains how to write a good reading.",
  sections: [
    {
      title: "Before your first chat",
      blocks: [
        {
          list: [
            "Ask [your manager](/psychic/contact) to switch on the Chat permission for you, if that has not been done.",
            "Choose a quiet place, and a screen that nobody else can read.",
            "Use a keyboard if you can. A computer is easier on your hands, and quicker, than a phone.",
            "Switch the sound on, so that you hear what happens in the chat window while you look elsewhere.",
          ],
        },
      ],
    },
    {
      title: "Your first chat, step by step",
      blocks: [
        {
          steps: [
            "Sign in to this portal and go to the [dashboard](/psychic).",
            "Open the chat system from there. It opens in a small window of its own, which can stay beside your other windows.",
            "Leave that window open and in sight for as long as you want to take chats.",
            "When a request arrives, accept it within 2 minutes.",
            "Greet the customer by name, and ask what they would like to look at.",
            "At the end, sum up in a few lines, thank the customer and close the chat.",
            "When you stop working, close the chat window, and use Log Me Out in the portal's menu.",
          ],
        },
      ],
    },
    {
      title: "What happens if I do not accept in time?",
      blocks: [
        'After 2 minutes the request is over, and the customer reads: "We\'re sorry, the attempt request was refused." You cannot bring it back. The customer can ask again, or choose another psychic, so it is best not to be in the list when you are away: set yourself to Unavailable on the dashboard before you leave.',
      ],
    },
    {
      title: "Nothing opens when I open the chat. Why?",
      blocks: [
        "Most likely your browser has blocked the window. Look for a small icon in the address bar or beside it, allow pop-up windows for this site, and try again. If the window was open already, it may be hidden behind another one.",
      ],
    },
    {
      title: "Is the chat part of this portal?",
      blocks: [
        "No. It is a system of its own that the portal opens for you. Signing out of the portal does not close its window, and closing its window does not sign you out of the portal. If it asks you for something that you do not know, ask your manager.",
      ],
    },
    {
      title: "Can I take calls and chats on the same day?",
      blocks: [
        "Yes, if your manager has switched on both Phone and Chat for you. During a call or a chat you are shown as Busy until it has ended. If you want calls only for a while, choose Available (Phone Only) on the dashboard.",
      ],
    },
    {
      title: "What do customers see of me?",
      blocks: [
        "Your psychic name, your picture once it is approved, what your profile says about you, and the listing that is live: its categories, your sales pitch and your bio text. A good pitch matters twice in chat, because there is no voice to win anybody over. See [Sales Pitch](/psychic/help/sales-pitch).",
      ],
    },
    {
      title: "Can I copy in texts that I have prepared?",
      blocks: [
        "A greeting, perhaps. A reading, no. Write each one for the person in front of you.",
      ],
    },
    {
      title: "Where do I see what I have done?",
      blocks: [
        "In [Readings](/psychic/readings): the list shows a chat with its minutes and its result, and with its rating once the customer has given one. [Statistics](/psychic/statistics) show the minutes of your new and of your repeat chats.",
      ],
    },
    {
      title: "Something is wrong. What now?",
      blocks: [
        "Load the chat window again. If that does not help, send [a report](/psychic/problem) with the category Chat: what you did, what happened, what you expected, and at what time. It goes to your manager and to support. If customers are waiting, phone your manager as well: [Contact](/psychic/contact) has the number.",
      ],
    },
  ],
};
