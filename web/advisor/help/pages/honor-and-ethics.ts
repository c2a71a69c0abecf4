import type { HelpPageContent } from "../help-page-content.ts";

export const honorAndEthics: HelpPageContent = {
  lead: "People come to you with what matters most to them, often late at night and often alone. Whichever psychic they choose, they may rely on the following.",
  sections: [
    {
      title: "Be honest about what you do",
      blocks: [
        "Claim only what you can do. If your listing says tarot, read tarot. If you trained with somebody, say so, and if you did not, do not invent it. When a picture is unclear, say that it is unclear. Nobody sees everything, and customers know it.",
      ],
    },
    {
      title: "Leave the decision with the customer",
      blocks: [
        "A reading shows possibilities. Whether to leave a job, a home or a marriage is for the customer to decide, and so is what a reading means to them. Say what you see, ask what they make of it, and avoid the words 'you must'.",
      ],
    },
    {
      title: "No medical, legal or financial directives",
      blocks: [
        "You are there as a psychic. Whatever else you may be by training, do not:",
        {
          list: [
            "name an illness, predict one, or say that somebody is healthy",
            "advise for or against a medicine, a treatment or a doctor",
            "say how a case in court will end, or what to sign",
            "tell anybody to buy, sell, borrow, lend or bet",
          ],
        },
        "Say kindly that this is a question for a professional, and turn to what lies behind it: the fear, the hope, the next step.",
      ],
    },
    {
      title: "When somebody is in danger",
      blocks: [
        "If a customer speaks of suicide, of violence, or of any emergency, the reading is over. Ask them to call their local emergency services now. Say it clearly, repeat it if you have to, and do not weigh it against the cards. Then tell [your manager](/psychic/contact) what happened and when.",
      ],
    },
    {
      title: "Keep what customers tell you",
      blocks: [
        "What is said in a reading stays there. Do not tell it to other customers, to friends or online, not even without the name.",
        {
          list: [
            "Take readings where nobody in your home can listen in or look at the screen.",
            "Write down only what you need for the next reading, and keep it where others do not find it.",
            "Never ask for a card number, a password, a Social Security number or an address.",
            "Use Log Me Out in the menu when others use the same phone or computer.",
          ],
        },
      ],
    },
    {
      title: "Keep contact inside the service",
      blocks: [
        "Do not give customers your private number, e-mail, address or profile elsewhere, do not ask for theirs, and do not meet them. Do not take payments or presents outside the service. If a customer asks, say that you read here only, and tell your manager if it goes on. To stay in touch, the portal has a way of its own: [Send Gifts](/psychic/compose) brings a message with free minutes to customers you have read for.",
      ],
    },
    {
      title: "Never frighten anybody into another minute",
      blocks: [
        "No curses, no dark forces, no bad luck that only you can lift. Do not hint at news that you hold back, and do not offer rituals or objects for sale. Somebody who is afraid is not able to decide freely, and a reading that feeds on fear is wrong, however long it lasts.",
        "The same goes for customers who call again and again about the same question. Tell them gently that the answer has not changed, and that a pause may do them good.",
      ],
    },
    {
      title: "Be fair about time",
      blocks: [
        "Customers pay by the minute. Do not put them on hold, do not do other things during a reading, and do not stretch it. If you are tired, set yourself to Unavailable on the [dashboard](/psychic) instead of reading badly.",
      ],
    },
    {
      title: "Adults only",
      blocks: [
        "You work here as an independent contractor, and you are 18 or older. Your name, your PIN and your sign-in are yours alone: nobody else may read in your place. If you believe that you are talking to a child, end the reading politely and tell your manager.",
      ],
    },
    {
      title: "Treat everybody alike",
      blocks: [
        "Customers differ in faith, love, language and means. Read for each of them with the same care, and keep your own opinions about politics and religion out of it.",
      ],
    },
    {
      title: "Calls may be monitored",
      blocks: [
        "Administrators may monitor calls, and managers can listen to a recording where there is one. That protects you as well: if a customer complains, the recording shows what was said.",
      ],
    },
  ],
};
