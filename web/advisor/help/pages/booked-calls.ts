import type { HelpPageContent } from "../help-page-content.ts";

export const bookedCalls: HelpPageContent = {
  lead: "Customers can book a call or a chat with you for later. The portal asks before it whether you are ready, and asks when your status looks wrong. It never changes your status by itself.",
  sections: [
    {
      title: "When the portal asks about a booked call",
      blocks: [
        {
          list: [
            "15 minutes before the call.",
            "5 minutes before it, if you have not answered.",
            "At once, and again after 3 minutes, if the customer books less than 15 minutes ahead.",
          ],
        },
        "The question comes as a [notification](/psychic/notifications), or by e-mail while none of your devices shows notifications. Tap it to answer; some phones show the answers as buttons. From 15 minutes before the call, your [dashboard](/psychic) has the question, too. After your answer nobody asks again.",
      ],
    },
    {
      title: "The three answers",
      blocks: [
        {
          terms: [
            ["Ready", "You take the call at its time."],
            [
              "Running late",
              "You take the call later. You may say by how much: 5, 10 or 15 minutes.",
            ],
            ["Can't", "You cannot take the call. Your manager is told at once."],
          ],
        },
        "The phone system gets every answer. You can change yours until the call begins: the last one counts. If a call moves to another time, the portal asks again. Your manager can answer for you.",
        "An answer that you give without a network waits on your phone and is sent as soon as there is one. It counts until 5 minutes after the call's time. If it arrives later, or if the call was moved or canceled in the meantime, the portal tells you why it does not count.",
        "An answer does not set your status. Set it on the dashboard as well.",
      ],
    },
    {
      title: "If you do not answer",
      blocks: [
        "Two minutes before the call your manager sees that there is no answer yet, and may phone you. The phone system still connects the call to you.",
      ],
    },
    {
      title: "If you stay Busy after a call",
      blocks: [
        "The phone system sets Busy and ends it. Sometimes it does not end it. Half an hour after your last call or chat, the dashboard asks whether you are free. If you are, press “I’m Free”: the portal asks the phone system, and shows when it answered and with which status. If there is no answer after 5 minutes, [report a problem](/psychic/problem).",
      ],
    },
    {
      title: "If you miss a call",
      blocks: [
        "The dashboard asks whether you are still there, for 10 minutes. Press “Yes, I’m Here”, or set yourself to Unavailable with one tap.",
      ],
    },
    {
      title: "If your hours begin and you are Unavailable",
      blocks: [
        "Five minutes after hours of your [schedule](/psychic/schedule) have begun, a notification reminds you once. It does not come if you set yourself to Unavailable after they began.",
      ],
    },
    {
      title: "Choose what reaches you",
      blocks: [
        "[Notifications](/psychic/notifications) has a switch for each:",
        {
          terms: [
            [
              "A call starts in 15 minutes, in 5 minutes, now",
              "They come in quiet hours too. The second comes only if you have not answered.",
            ],
            ["You may be stuck on Busy", "Waits for the end of quiet hours, for an hour at most."],
            ["You miss a call", "At once, in quiet hours too. At most one in 15 minutes."],
            [
              "Your promised hours begin and you are Unavailable",
              "Waits for the end of quiet hours, for half an hour at most.",
            ],
          ],
        },
        "The last three come to your devices only, never by e-mail. A switch stops the notification; the dashboard still asks.",
      ],
    },
    {
      title: "Your calendar",
      blocks: [
        "Your hours and booked calls can be in the calendar of your phone or computer. On [Schedule](/psychic/schedule), below your week, press “Make an Address”. Copy the secret address at once, because the portal shows it only then, and paste it into your calendar.",
        {
          list: [
            "Calendars read the address now and then, so a new call may appear there hours later.",
            "Anybody with the address can see your hours and calls, but no customer's name. If you have lost it, or somebody else knows it, press “Make a New Address”: the old one ends.",
          ],
        },
      ],
    },
  ],
};
