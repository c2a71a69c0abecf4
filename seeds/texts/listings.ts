/** Texts of listings, by category. */
export interface CategoryTexts {
  pitches: readonly string[];
  paragraphs: readonly string[];
}

export const spanish = 82;

export const categoryTexts: Readonly<Record<number, CategoryTexts>> = {
  26: {
    pitches: [
      "Honest answers about love, without sugar coating",
      "Will they call? Let's look at what is really going on",
      "Love after heartbreak: find your footing again",
    ],
    paragraphs: [
      "Most people who call me ask about love: someone who has gone quiet, a marriage that has become a habit, a new person who seems too good to be true. I listen first. Then I tell you what I see, and what you can do with it.",
      "I will not promise you that somebody comes back on a certain day. I can show you what stands between you, what the other one is not saying, and where your own heart has been leading you all along.",
      "Breakups, long distance, second marriages, blended families: I have been there with my callers and, more than once, in my own life.",
    ],
  },
  27: {
    pitches: [
      "Clear guidance for money worries",
      "See the way out of debt and doubt",
      "When to wait, when to sign: timing for money matters",
    ],
    paragraphs: [
      "Money is rarely about money alone. I look at the patterns behind it: the fear of not having enough, the habit of giving too much away, the offer that looks better than it is.",
      "I do not give investment advice and I do not pick numbers. I help you to see which doors are open, which are painted on the wall, and what your intuition has been trying to tell you.",
      "Callers come to me before they sign, before they move and before they lend. Five calm minutes then can spare a hard year.",
    ],
  },
  28: {
    pitches: [
      "Stuck at work? Let's find the next step",
      "Career crossroads are my specialty",
      "From burnout to a plan, in one conversation",
    ],
    paragraphs: [
      "I worked in an office for fifteen years before I read full time, so I know what a Monday morning feels like. Ask me about the interview, the boss, the business that you have been dreaming of.",
      "We will look at your strengths, at the people around you at work, and at the months ahead. You will hang up with one thing to do this week.",
      "A change of career is a change of self. I am patient with big questions and practical with small ones.",
    ],
  },
  25: {
    pitches: [
      "Tarot in plain words: three cards, one clear answer",
      "Celtic Cross readings with depth and heart",
      "Let the cards speak: a tarot reader for thirty years",
    ],
    paragraphs: [
      "I use a Rider deck that belonged to my grandmother. For a quick question I pull three cards; for a crossroads I lay the Celtic Cross and take you through it card by card.",
      "The cards do not decide anything. They show where the energy goes if nothing changes, and then we talk about what you would like to change.",
      "I tell you which cards I see, so that you can follow along, keep a journal and come back to it later.",
    ],
  },
  31: {
    pitches: [
      "Your guides have a message. I help you to hear it",
      "Find your calm: spiritual guidance without dogma",
      "Angel messages with warmth and respect",
    ],
    paragraphs: [
      "You do not need to believe in anything in particular. Some of my callers pray, some meditate, some only know that something is missing. We begin where you are.",
      "I open each reading with a short breath together, and then tell you what comes through: images, words, sometimes a song. You will know what belongs to you.",
      "My work is gentle. If you are grieving, tired or frightened, this is a safe place to set it down for a while.",
    ],
  },
  13: {
    pitches: [
      "Your birth date tells a story. Let's read it",
      "Numbers don't lie: life path and personal year readings",
      "Numerology for names, dates and decisions",
    ],
    paragraphs: [
      "Give me your birth date and the name on your birth certificate. From these I work out your life path, your soul urge and the year that you are in, and explain what they mean for your question.",
      "Couples like to compare their charts, and new parents like to test a name. I enjoy both.",
      "Nine years make a cycle. When you know where you are in it, a slow year stops feeling like a punishment.",
    ],
  },
  30: {
    pitches: [
      "What the stars say about your next six months",
      "Natal charts and transits, explained for humans",
      "Mercury retrograde survivor: ask me anything",
    ],
    paragraphs: [
      "Have your time and place of birth at hand if you can; a birth certificate is best. I cast your chart while we talk and tell you what I see in it, without jargon.",
      "I look at transits for timing and at synastry for couples. If I do not know, I say so.",
      "Saturn returns, eclipses, retrogrades: these are not threats. They are the weather, and I can tell you when to bring an umbrella.",
    ],
  },
  29: {
    pitches: [
      "Why does this feel so familiar? Past life readings",
      "Old souls welcome: uncover where your patterns began",
      "Past lives, present answers",
    ],
    paragraphs: [
      "Some fears and some loves are older than we are. In a past life reading I describe the scenes that come to me and we look together for what they mean today.",
      "It helps to be somewhere quiet. Many callers close their eyes. Nothing will happen that you do not want.",
      "I have studied regression for many years and I am careful with it: the point is always this life, and how to live it with a lighter heart.",
    ],
  },
  32: {
    pitches: [
      "Tell me your dream and I will tell you what it asks",
      "That dream keeps coming back for a reason",
      "Dream interpretation, day or night",
    ],
    paragraphs: [
      "Falling, flying, a house with rooms that you never knew of: dreams speak in pictures, and the pictures are yours. I ask questions until the meaning is clear to you, not only to me.",
      "Keep a pen beside your bed and write down three words when you wake up. That is enough for a good reading.",
      "Nightmares are messengers with bad manners. Once they have been heard, they tend to leave.",
    ],
  },
  128: {
    pitches: [
      "Gentle medium: messages from those you miss",
      "They are closer than you think",
      "Mediumship with evidence, care and respect",
    ],
    paragraphs: [
      "I have seen and heard those who have passed since I was a child. I cannot choose who comes through, and I will never pretend that somebody does.",
      "I bring you details that only you and they could know: a nickname, a kitchen, the smell of a coat. From there we listen to what they would like to say.",
      "If your loss is very recent, please give yourself time, and have somebody with you. I am here when you are ready.",
    ],
  },
  [spanish]: {
    pitches: [
      "Lecturas honestas en español, con el corazón",
      "Tarot y amor: respuestas claras en su idioma",
      "Le escucho y le oriento, sin juzgar",
    ],
    paragraphs: [
      "Atiendo en español a personas de todos los países. Crecí entre velas, rezos y las cartas de mi abuela, y de ella aprendí a decir la verdad con cariño.",
      "Pregúnteme por el amor, el trabajo o la familia que está lejos. Primero escucho y después le digo lo que veo, sin promesas vacías.",
      "No hago trabajos ni amarres. Le ayudo a ver con claridad para que usted decida con calma.",
    ],
  },
};

/** `{years}` is filled in. */
export const openings = [
  "Welcome! I have been reading professionally for {years} years, on the phone, in my kitchen and once in an elevator.",
  "I was the child who knew who was calling before the phone rang. {years} years of practice have made that a craft.",
  "Hello and thank you for stopping by. I am a natural clairvoyant with {years} years of experience.",
  "I come from a family of healers on both sides, and I have read for people from all walks of life for {years} years.",
  "No two people are alike, so no two of my readings are. After {years} years I still prepare for each of you as if you were the first.",
  "My gift is being able to feel what another person feels. For {years} years I have used it to help callers to understand themselves and those around them.",
  "I started reading for friends in college, then for their friends, and {years} years later I have not stopped.",
  "Direct, kind and quick: that is what my regulars say about me after {years} years.",
];

export const closings = [
  "I ask for nothing but your first name. Come as you are.",
  "Please have your question ready. The clearer the question, the clearer the answer.",
  "Readings are for guidance and do not replace a doctor, a lawyer or a good night's sleep.",
  "I work evenings and most weekends. If I am busy, leave me a request and I will be there.",
  "Take a breath, make a cup of tea, and let's talk.",
  "If I feel that I am not the right reader for you, I will tell you within the first minutes.",
  "Blessings to you and yours. I look forward to hearing your voice.",
  "Every conversation stays between us.",
];

/** Longer than anybody should write; screens must cope with it. */
export const longListing = {
  pitch:
    "Clairvoyant, clairaudient and empathic reader of tarot, runes, tea leaves and dreams, third generation, with answers about love, family, work, moving house, lost animals and everything else that keeps you awake at three in the morning, honest, kind, quick and never in a hurry",
  body: Array.from({ length: 3 }, () => [
    "My grandmother read tea leaves in a fishing village where everybody knew everything about everybody, and still they came, because she was the only one who did not repeat it. My mother read the cards in a city where nobody knew anybody, and they came because she listened. I have both of their tables in my house, and I sit at one or the other depending on who calls.",
    "You may ask me anything. You may ask me the same thing twice. You may call only to hear that you are not losing your mind; you are not. I will tell you when I see something, I will tell you when I see nothing, and I will tell you when the kindest thing that I can do is to send you back to the person in the next room.",
    "What I do not do: curses, curse removals, lottery numbers, diagnoses, the private affairs of people who have not asked. What I do: sit with you in the question until it opens.",
  ]).flat(),
};

export const listingReasons = [
  "Please take out the promise that a partner returns within 30 days. We cannot promise outcomes.",
  "The text names a website and a phone number of your own. Please remove both and send it again.",
  "Two of the paragraphs are the same as in another psychic's listing. Please write them in your own words.",
  "Please leave out the medical advice in the third paragraph.",
  "The sales pitch is in capital letters throughout. Please write it in sentences.",
];
