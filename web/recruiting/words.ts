import type { BrandKey } from "#shared/reference/brands.ts";
import { sitePlaceholders } from "#shared/reference/site-pages.ts";

const { name } = sitePlaceholders;

/** The texts that differ between the brands; the pages contain the common ones. */
interface Words {
  /** The title and description of the landing page, for search results. */
  title: string;
  description: string;
  eyebrow: string;
  /** Each sentence is a line. */
  headline: readonly string[];
  lead: string;
  topics: string;
  topicsLead: string;
  steps: string;
  questions: string;
  closing: string;
  closingLead: string;
  applyLead: string;
}

export const words: Record<BrandKey, Words> = {
  cos: {
    title: "Work from home as a psychic",
    description: `${name} is looking for phone and chat psychics in the US and Canada. Earn per minute from home, with bonuses for repeat customers, paid every week.`,
    eyebrow: "A phone and chat psychic network",
    headline: ["Work from home as a psychic"],
    lead: `${name} brings people with questions together with psychics who answer them, by phone or by chat. Work from your own home, earn by the minute, and get bonuses when customers come back to you.`,
    topics: "Fourteen ways to read",
    topicsLead:
      "Customers come to the network for these topics. In your listing you choose up to five categories, so that they find you.",
    steps: "From application to first reading",
    questions: "What psychics ask us",
    closing: "The next step is a small one",
    closingLead: "Leave your name and how to reach you. A psychic manager replies within 48 hours.",
    applyLead:
      "Tell us who you are and how to reach you. A psychic manager reads every application and replies within 48 hours.",
  },
  onesun: {
    title: "Give psychic readings from home",
    description: `${name} welcomes phone and chat psychics in the US and Canada. Earn per minute from home, with bonuses for repeat customers, paid every week.`,
    eyebrow: "Readings by phone and chat",
    headline: ["Share your gift.", "Get paid every week."],
    lead: "Give readings by phone or chat from your own home. You earn by the minute, and you get a bonus when customers come back to you. Your pay arrives weekly by check or direct deposit.",
    topics: "Read what you know best",
    topicsLead:
      "These are the topics of our network. In your listing you choose up to five categories, so that customers find you.",
    steps: "How you become one of us",
    questions: "Good to know before you apply",
    closing: "We would like to hear from you",
    closingLead: "Leave a few lines about yourself. A psychic manager replies within 48 hours.",
    applyLead:
      "A few lines are enough. A psychic manager reads them and replies within 48 hours, the way you prefer.",
  },
};

/** The topics of the readings. */
export const topics = [
  "Psychic readings",
  "Tarot",
  "Love",
  "Money",
  "Dreams",
  "Astrology",
  "Horoscopes",
  "Spirituality",
  "Past lives",
  "Kabbalah",
  "I-Ching",
  "Numerology",
  "Careers",
  "Future predictions",
] as const;

export const offers = [
  { name: "By the minute", text: "You earn for the minutes you read, on the phone or in chat." },
  { name: "Every week", text: "You are paid weekly, by check or by direct deposit." },
  { name: "Bonuses", text: "Customers who come back to you earn you a bonus." },
  { name: "English or Spanish", text: "We are looking for speakers of either language." },
] as const;

export const steps = [
  {
    name: "Apply",
    text: "Leave your name, your email and your phone number, and a comment if you like.",
  },
  {
    name: "Talk with a manager",
    text: "A psychic manager replies within 48 hours, by phone or by email, as you choose.",
  },
  {
    name: "Write your listing",
    text: "A sales pitch and a description of your background. A psychic manager reviews it before it is posted.",
  },
  {
    name: "Give readings",
    text: "Customers reach you by phone or chat. You follow your minutes and your statistics in the portal.",
  },
] as const;

export const requirements = [
  "You are 18 or older.",
  "You live in North America.",
  "You have a US or Canadian phone number.",
  "You speak English or Spanish.",
  "You have 40 or more hours a week for readings.",
] as const;

export const questions = [
  {
    question: "How much can I earn?",
    answer:
      "You earn per minute, on the phone or in chat, and repeat customers bring a bonus. Some of our psychics earn up to $2,500 a week. Not everybody reaches that: it depends on the minutes you read and on the customers who come back to you.",
  },
  {
    question: "When and how am I paid?",
    answer:
      "Every week, by check or direct deposit. A pay period runs from Sunday 12:01 am to Saturday 11:59 pm New York time, and payment comes within five days of its end.",
  },
  {
    question: "Would I be an employee?",
    answer:
      "No. Psychics are independent contractors, aged 18 or older, and work from their own homes.",
  },
  {
    question: "Who can apply?",
    answer:
      "Anybody who is 18 or older, lives in North America and has a US or Canadian phone number. We are looking for English and Spanish speakers who have 40 or more hours a week for readings.",
  },
  {
    question: "How do customers find me?",
    answer:
      "By your listing: a sales pitch and a description of your background, which a psychic manager reviews before it is posted. You record a greeting of up to 30 seconds, too, and customers rate readings from 1\u00a0to\u00a05.",
  },
  {
    question: "What is the free offer for new customers?",
    answer: "New customers get 5 free minutes, for which they must have a card on file.",
  },
  {
    question: "When will I hear from you?",
    answer: "A psychic manager replies to every application within 48 hours.",
  },
  {
    question: "Can I refer someone?",
    answer:
      "Yes. Every psychic has a phone extension of six digits. A person who signs up with yours counts as referred by you.",
  },
] as const;
