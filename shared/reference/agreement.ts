import { writtenPhone } from "../rules/phone-number.ts";
import type { Brand } from "./brands.ts";

/** The version of the psychic agreement. Raise it with every change of the text. */
export const agreementVersion = "2027-01";

interface Part {
  title: string;
  paragraphs: readonly string[];
  points?: readonly string[];
}

export interface AgreementDocument {
  title: string;
  parts: readonly Part[];
}

const psychicAgreement = (name: string): AgreementDocument => ({
  title: "Psychic Agreement",
  parts: [
    {
      title: "Who this is between",
      paragraphs: [
        `This agreement is between ${name} ("we") and you, who sign up to give readings as a psychic. You accept it by choosing I Agree. It takes effect when an administrator has approved your account.`,
      ],
    },
    {
      title: "You are an independent contractor",
      paragraphs: [
        `You work for yourself, from a place of your own, at the hours that you choose and show in your schedule. You are not an employee, partner or agent of ${name}, and you pay your own taxes, insurance, phone and equipment.`,
      ],
    },
    {
      title: "What you bring",
      paragraphs: ["You confirm that"],
      points: [
        "you are 18 years of age or older,",
        "you are psychic, and offer your readings in good faith,",
        "you have a phone number in the United States or Canada at which calls reach you,",
        "you can be available for 40 or more hours a week,",
        "you have the skills to build repeat business.",
      ],
    },
    {
      title: "Your account",
      paragraphs: [
        "You receive your username and a link to set your password by e-mail. Your username, password and PIN are yours alone: you keep them secret, let nobody else work under them, and tell us at once when somebody else may know them.",
        "What you tell us at sign-up is true, and you keep it up to date.",
      ],
    },
    {
      title: "Your listing",
      paragraphs: [
        "Your listing is a sales pitch and a description of your background. An administrator reviews it before it is posted, and again whenever you change it. You write it yourself and truthfully. We may reject or remove one that is not fit to be shown.",
      ],
    },
    {
      title: "Your readings",
      paragraphs: ["In every reading, on the phone and in chat,"],
      points: [
        "you are honest, patient and respectful, and turn nobody away for who they are,",
        "you do not present a reading as medical, legal or financial advice,",
        "you do not frighten customers into another reading,",
        "you keep what customers tell you to yourself,",
        "you neither give out nor ask for private contact details, and take no payment from customers yourself.",
      ],
    },
    {
      title: "Monitoring",
      paragraphs: [
        "Administrators may monitor and record calls, to keep the service honest and to help you improve.",
      ],
    },
    {
      title: "Pay",
      paragraphs: [
        "You earn by the minute, on the phone and in chat, with bonuses for repeat customers. A pay period runs from Sunday 12:01 am to Saturday 11:59 pm, New York time. You are paid weekly, by check or direct deposit, within five days of the end of the period. Questions about your pay go to your manager.",
      ],
    },
    {
      title: "Referrals",
      paragraphs: [
        "Your phone extension has six digits. Psychics whom you refer to us enter it as their referral code when they sign up.",
      ],
    },
    {
      title: "The end of this agreement",
      paragraphs: [
        "Either of us may end this agreement at any time. We may close an account at once when it breaks this agreement or puts customers at risk.",
      ],
    },
  ],
});

const privacyPolicy = ({ name, ...brand }: Brand): AgreementDocument => ({
  title: "Privacy Policy",
  parts: [
    {
      title: "What we ask for, and why",
      paragraphs: ["We ask for no more than what working with you takes:"],
      points: [
        "your name and address, to know whom we work with and to pay you,",
        "your Social Security number, to report what we pay you to the tax authorities and to recognize accounts of the same person,",
        "your e-mail address and phone numbers, to reach you and to connect customers with you,",
        "your zodiac sign, gender, languages, experience and credentials, to introduce you to customers.",
      ],
    },
    {
      title: "How it is kept",
      paragraphs: [
        "Your Social Security number and your PIN are stored encrypted. The number is never shown to you again and never sent in a letter. Staff who handle payroll can open it, one at a time and for a reason that they state, and a letter tells you each time. Once a year it goes to our tax filer, encrypted. Of your password we keep only what is needed to recognize it.",
        "New accounts are compared with accounts that were closed for cause. Where they share a Social Security number, a phone, an e-mail address, or a name with its address, an administrator looks closely before approving.",
      ],
    },
    {
      title: "Who sees what",
      paragraphs: [
        "Customers see your psychic name, your picture and your listing once they are approved, with your zodiac sign, gender, languages, experience and credentials. They do not see your own name, your address, your e-mail address or your phone numbers.",
        `Psychic managers of ${name} see your account, without your Social Security number and your password. The phone and chat platform is told what it needs to connect you. We sell nothing about you to anybody.`,
        "Your Account History shows who opened or changed your account, and when.",
      ],
    },
    {
      title: "Calls and chats",
      paragraphs: [
        "The time, the length and the result of each reading are recorded, for your pay and your statistics. Calls may be monitored and recorded by administrators.",
      ],
    },
    {
      title: "This website",
      paragraphs: [
        "Signing in sets two cookies. One keeps you signed in. The other recognizes this browser for 400 days, so that strangers who guess at your password cannot lock you out. When you send us something, a third cookie may mark this browser for 15 seconds, so that you see your own change at once. These pages load nothing from other companies and do not follow you to other websites. While you sign up, what you type is kept in this tab of your browser until you finish, except for your password, your PIN and your Social Security number.",
      ],
    },
    {
      title: "What we keep of your consent",
      paragraphs: [
        "With your account we keep which version of this document you agreed to, with its text, when, and from which network address. You can read and print it on your Profile. When the document changes, we ask you again.",
      ],
    },
    {
      title: "What you can ask for",
      paragraphs: [
        "On your Profile you can download what the portal holds about you. Once your account is closed and everything is paid, you can ask us to erase it: your name, your addresses and numbers, your texts, your picture and your recordings go. The figures of your readings stay, because pay and taxes are made of them.",
      ],
    },
    {
      title: "Questions",
      paragraphs: [
        `Call us at 1-${writtenPhone(brand.supportPhone)}${brand.showsSupportEmail ? `, or write to ${brand.supportEmail}` : ""}.`,
      ],
    },
  ],
});

/** The agreement of a brand with its psychics. */
export function agreementOf(brand: Brand): readonly AgreementDocument[] {
  return [psychicAgreement(brand.name), privacyPolicy(brand)];
}
