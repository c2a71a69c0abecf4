/** The parts of a rating's text, each optional. `{name}` is the psychic. */
export interface RatingTexts {
  openings: readonly string[];
  details: readonly string[];
  closings: readonly string[];
}

const delighted: RatingTexts = {
  openings: [
    "Wow.",
    "Spot on.",
    "Amazing as always.",
    "{name} is the real deal.",
    "Best reading I have had.",
    "So accurate.",
    "Thank you, {name}!",
    "She knew right away.",
    "Such a kind soul.",
    "I am speechless.",
    "Worth every minute.",
    "A true gift.",
    "Love her.",
    "Very connected.",
    "Right on point.",
    "My go-to reader.",
    "Incredible.",
    "Exactly what I needed to hear.",
    "Fast and clear.",
    "{name} never disappoints.",
    "Beautiful reading.",
    "Loved it!",
    "Perfect.",
    "Five stars are not enough.",
  ],
  details: [
    "Picked up on my sister without a word from me.",
    "Described his job and his dog.",
    "Everything from last time has happened.",
    "No leading questions, just answers.",
    "Told me about the interview before I mentioned it.",
    "He called on Tuesday as predicted.",
    "I finally understand what is going on.",
    "The cards were crystal clear.",
    "Gave me peace about my mother.",
    "Knew about the move.",
    "Very detailed about the next months.",
    "Did not sugar coat anything, and I am grateful.",
    "Calmed me down when I was in pieces.",
    "Named the month and she was right.",
    "Saw the other person in the picture at once.",
    "I feel ten pounds lighter.",
    "Explained my chart so that I could follow.",
    "Took the time to listen.",
    "The message from Grandpa made me cry, in a good way.",
    "We laughed a lot too.",
    "The part about the house gave me goosebumps.",
    "I have been calling for a year and trust her completely.",
    "Even the names were right.",
    "Answered all of my questions in ten minutes.",
  ],
  closings: [
    "Will call again.",
    "Thank you!",
    "Blessings.",
    "Talk soon.",
    "Until next time.",
    "Try her, you will not regret it.",
    "Many thanks.",
    "I will keep you posted!",
    "God bless you.",
    "Gracias.",
    "See you next week.",
    "Highly recommended.",
    "Hugs.",
    "Thanks again, {name}.",
  ],
};

const pleased: RatingTexts = {
  openings: [
    "Very good.",
    "Good reading.",
    "Nice energy.",
    "Helpful.",
    "Mostly right.",
    "{name} is lovely.",
    "Solid.",
    "I liked it.",
    "Friendly and calm.",
    "Pretty accurate.",
    "Good first call.",
    "Interesting.",
  ],
  details: [
    "Some of it I have to wait for.",
    "Would have liked more on timing.",
    "Got the past right, we will see about the rest.",
    "A little slow at the start.",
    "Good feel for people.",
    "Saw the situation at work well.",
    "The line was bad but she was patient.",
    "One thing did not fit, everything else did.",
    "Clear advice.",
    "I wish that I had had more minutes.",
    "Kind and honest.",
    "Gave me something to think about.",
  ],
  closings: [
    "Thanks.",
    "Will try again.",
    "Thank you.",
    "I will update.",
    "We shall see.",
    "Good job.",
  ],
};

const unsure: RatingTexts = {
  openings: [
    "It was ok.",
    "Not sure yet.",
    "So so.",
    "Average.",
    "Hit and miss.",
    "Nice person.",
    "Hm.",
    "Fine, I guess.",
  ],
  details: [
    "Very general.",
    "Some things fit, some did not.",
    "Waiting to see what happens.",
    "Asked me a lot of questions.",
    "Not much of a connection today.",
    "Long pauses.",
    "She was better last time.",
    "I hoped for more detail.",
    "Kept coming back to the same card.",
  ],
  closings: ["We will see.", "Maybe again.", "Thanks anyway.", "I will wait."],
};

const disappointed: RatingTexts = {
  openings: [
    "Not for me.",
    "Disappointed.",
    "No connection.",
    "Did not resonate.",
    "Off today.",
    "Too vague.",
    "Sorry, no.",
  ],
  details: [
    "None of it fits my life.",
    "Kept me waiting for the answers.",
    "The call dropped twice.",
    "Could hear a television.",
    "Told me the opposite of last week.",
    "Nothing has happened since.",
    "Typed very slowly in the chat.",
    "I felt rushed.",
    "Guessing.",
  ],
  closings: [
    "Will not call again.",
    "Hope that it works for others.",
    "Save your minutes.",
    "Sorry.",
  ],
};

export const ratingTexts: Readonly<Record<number, RatingTexts>> = {
  1: disappointed,
  2: disappointed,
  3: unsure,
  4: pleased,
  5: delighted,
};

/** The longest that anybody wrote; a modal must cope with it. */
export const longRating =
  "I have to tell the whole story because it may help somebody. I called {name} in the worst week of my year. My job was ending, my lease was ending, and the person that I thought would stand next to me had stopped answering. I did not say any of this. I said hello. She was quiet for a moment and then said: three endings, and the third one is the gift. I wrote it on the back of an envelope and was honestly a bit angry about it. She told me about a green door, a woman with a limp and an offer before the leaves turn. Eleven weeks later I signed a lease for a flat with a green door, from a landlady who walks with a cane, two days after I had started a new job. As for the third ending: it was a gift. I do not know how this works and I have stopped asking. I only know that she did not once tell me what I wanted to hear, that she was kind all the way through, and that I kept the envelope.";
