import type { HelpPageContent } from "./help-page-content.ts";

export interface HelpPageEntry {
  title: string;
  /** One sentence about the page, for the index. */
  about: string;
  path: string;
  /** Each page is a separate file, loaded when it is opened or searched. */
  load: () => Promise<HelpPageContent>;
}

export interface HelpGroup {
  title: string;
  pages: readonly HelpPageEntry[];
}

function page(
  slug: string,
  title: string,
  about: string,
  load: HelpPageEntry["load"],
): HelpPageEntry {
  return { title, about, path: `/psychic/help/${slug}`, load };
}

/** Also in the menu, so its address is not below the help's. */
export const chatWelcome: HelpPageEntry = {
  title: "Online Chat Welcome",
  about: "Your first chat, from opening the window to closing it.",
  path: "/psychic/chat_faq",
  load: async () => (await import("./pages/online-chat-welcome.ts")).onlineChatWelcome,
};

export const helpGroups: readonly HelpGroup[] = [
  {
    title: "Giving Readings",
    pages: [
      page(
        "giving-advice-faqs",
        "Giving Advice FAQs",
        "How to begin, how to say what is hard to hear, how to end well.",
        async () => (await import("./pages/giving-advice-faqs.ts")).givingAdviceFaqs,
      ),
      page(
        "honor-and-ethics",
        "Honor and Ethics",
        "What customers may rely on, and what a reading must never be.",
        async () => (await import("./pages/honor-and-ethics.ts")).honorAndEthics,
      ),
    ],
  },
  {
    title: "Your Customers",
    pages: [
      page(
        "free-customer-offer",
        "Understanding our Free Customer Offer",
        "Free minutes for new customers, and the free minutes that you can give.",
        async () => (await import("./pages/free-customer-offer.ts")).freeCustomerOffer,
      ),
      page(
        "online-chat",
        "Online Chat",
        "How chat requests reach you, and how to read well in writing.",
        async () => (await import("./pages/online-chat.ts")).onlineChat,
      ),
      chatWelcome,
      page(
        "customer-feedback-and-ratings",
        "Customer Feedback & Ratings",
        "The meaning of ratings, where you find them, and what to do with them.",
        async () =>
          (await import("./pages/customer-feedback-and-ratings.ts")).customerFeedbackAndRatings,
      ),
    ],
  },
  {
    title: "How Customers Find You",
    pages: [
      page(
        "sales-pitch",
        "Sales Pitch",
        "One line that makes somebody choose you: how to write it.",
        async () => (await import("./pages/sales-pitch.ts")).salesPitch,
      ),
      page(
        "my-listings",
        "My Listings",
        "From a draft to a listing that customers see, and what to do after a rejection.",
        async () => (await import("./pages/my-listings.ts")).myListings,
      ),
      page(
        "recording-your-greeting-and-username",
        "Recording Your Greeting and Username",
        "What callers hear before they choose you: your name and up to 30 seconds.",
        async () =>
          (await import("./pages/recording-your-greeting-and-username.ts"))
            .recordingYourGreetingAndUsername,
      ),
    ],
  },
  {
    title: "Your Work and Pay",
    pages: [
      page(
        "booked-calls",
        "Booked Calls",
        "The questions before a booked call and about your status, and your calendar.",
        async () => (await import("./pages/booked-calls.ts")).bookedCalls,
      ),
      page(
        "making-money",
        "Making Money",
        "The pay period, when you are paid, and what builds repeat business.",
        async () => (await import("./pages/making-money.ts")).makingMoney,
      ),
      page(
        "readings-history",
        "Readings History",
        "An explanation of every column and figure of your reading history.",
        async () => (await import("./pages/readings-history.ts")).readingsHistory,
      ),
      page(
        "login-history",
        "Login History",
        "What counts as a work session, when it ends, and how the total is calculated.",
        async () => (await import("./pages/login-history.ts")).loginHistory,
      ),
    ],
  },
];

export const helpPages: readonly HelpPageEntry[] = helpGroups.flatMap(({ pages }) => pages);
