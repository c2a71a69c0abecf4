import type { HelpPageContent } from "../help-page-content.ts";

export const givingAdviceFaqs: HelpPageContent = {
  lead: "Your gift is your own, and so is the way you work. These are the questions that psychics ask most often about the reading itself, with answers that hold for calls and for chats.",
  sections: [
    {
      title: "How do I begin a reading?",
      blocks: [
        "Say hello with the name that the customer uses here, say your own psychic name, and say in one sentence how you work: with cards, with a chart, with what you feel. Then ask what they would like to look at. Most people have rehearsed their question, and they relax once they have said it aloud.",
        "Keep the opening short. For most customers every minute counts, and a warm first minute does more than a long introduction.",
      ],
    },
    {
      title: "What if the customer will not say what the question is?",
      blocks: [
        "Some people test you first, and some are shy. Offer a general look at the present, name one or two themes that you sense, and ask which of them they recognize. Never press anybody for details that they do not want to give.",
      ],
    },
    {
      title: "What if I see nothing clearly?",
      blocks: [
        "Say so. Ask for the question in other words, try another method that you know well, or offer to look at another matter. A customer forgives a quiet moment far sooner than an invented answer, and customers who feel that you are honest come back.",
      ],
    },
    {
      title: "How do I say what is hard to hear?",
      blocks: [
        "Gently, and with a way forward. A useful order is:",
        {
          steps: [
            "Say what you see, in plain words and without drama.",
            "Say how sure you are, and that nothing in a reading is fixed.",
            "Turn to what the customer can do, and to what is good in the picture.",
            "Ask how it sounds to them, and leave room for the answer.",
          ],
        },
        "Never announce a death, an illness or an accident. If that is all you seem to see, speak of taking care and leave the rest unsaid.",
      ],
    },
    {
      title: "May I say when something will happen?",
      blocks: [
        "You may say what you feel about time, as a feeling and not as a promise. A season or a turning point is easier to live with than a date on which nothing happens.",
      ],
    },
    {
      title: "What if I am asked about health, the law or money?",
      blocks: [
        "You can speak of hopes, worries and energy around these matters. You cannot tell anybody what to take, what to sign or what to buy, and you cannot speak against what a doctor or a lawyer has advised. Say that this belongs with a professional, and go back to what you can do. [Honor and Ethics](/psychic/help/honor-and-ethics) says more about it.",
      ],
    },
    {
      title: "What if a customer seems to be in danger?",
      blocks: [
        "Stop the reading. Ask the customer to call the local emergency services at once, and stay kind and calm while you say it. Afterwards, tell [your manager](/psychic/contact). You are not expected to handle a crisis by yourself, and a reading is not the place to try.",
      ],
    },
    {
      title: "What if a customer is rude or abusive?",
      blocks: [
        "Say once, politely, what you need in order to go on. If it does not stop, say that you are ending the reading, and end it. Then [report it](/psychic/problem) with the date and time, so that your manager can look into it.",
      ],
    },
    {
      title: "What if the line drops or the chat breaks off?",
      blocks: [
        "Check your own phone or connection first. [Readings](/psychic/readings) shows the reading with its result, and the customer can come back to you while you are available. If it happens more than once, report it under Phone or Chat with the times.",
      ],
    },
    {
      title: "How do I end well?",
      blocks: [
        "Before the time is over, say the two or three things that matter most once more, in words the customer will remember tomorrow. Thank them, and say when you are usually here: the hours of your [schedule](/psychic/schedule) are a good answer. Do not stretch a reading that is finished. A customer who hangs up satisfied calls again.",
      ],
    },
    {
      title: "Who can I ask when I am unsure?",
      blocks: [
        "Your manager. [Contact](/psychic/contact) shows the name, phone number and e-mail.",
      ],
    },
  ],
};
