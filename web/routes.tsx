import { matchPath } from "react-router-dom";
import { type DeferredComponent, deferred, type Load } from "./deferred.tsx";
import type { managerScreens } from "./manager-screens.ts";
import type { Audience } from "./ui/known-paths.tsx";

/** The frame of a screen: that of its audience, or that of the public sign-up. */
export type Frame = Audience | "signup";

export interface ScreenRoute {
  path: string;
  audience: Audience;
  frame: Frame;
  screen: DeferredComponent;
}

function screen(
  path: string,
  audience: Audience,
  load: Load,
  frame: Frame = audience,
): ScreenRoute {
  return { path, audience, frame, screen: deferred(load) };
}

/** The screens' files are named in a module of their own, which only managers download. */
function managerScreen(path: keyof typeof managerScreens): ScreenRoute {
  return screen(path, "manager", async () =>
    (await import("./manager-screens.ts")).managerScreens[path](),
  );
}

const publicSignUp: Load = async () => ({
  default: (await import("./signup/public-sign-up.tsx")).PublicSignUp,
});

/** All screens: the path (matched regardless of case) and the audience. */
export const routes: readonly ScreenRoute[] = [
  screen("/login", "anyone", async () => ({
    default: (await import("./account/login.tsx")).Login,
  })),
  screen("/forgot_password", "anyone", async () => ({
    default: (await import("./account/forgot-password.tsx")).ForgotPassword,
  })),
  screen("/recover_password/:value", "anyone", async () => ({
    default: (await import("./account/recover-password.tsx")).RecoverPassword,
  })),
  screen("/undo_email/:token", "anyone", async () => ({
    default: (await import("./account/undo-email.tsx")).UndoEmail,
  })),
  screen("/not_me/:token", "anyone", async () => ({
    default: (await import("./account/not-me.tsx")).NotMe,
  })),
  screen("/cos/signup", "anyone", publicSignUp, "signup"),
  screen("/onesun/signup", "anyone", publicSignUp, "signup"),
  managerScreen("/dashboard"),
  managerScreen("/psychics"),
  managerScreen("/psychics/:id"),
  managerScreen("/psychics/:id/readings"),
  managerScreen("/psychics/:id/customers"),
  managerScreen("/psychics/:id/logins"),
  managerScreen("/psychics/:id/history"),
  managerScreen("/psychics/:id/compose"),
  managerScreen("/psychics/:id/sent"),
  managerScreen("/psychics/:id/listing"),
  managerScreen("/psychics/:id/schedule"),
  managerScreen("/psychics/:id/day"),
  managerScreen("/floor"),
  managerScreen("/time-off"),
  managerScreen("/statistics"),
  managerScreen("/statistics/hours"),
  managerScreen("/approvals"),
  managerScreen("/contacts"),
  managerScreen("/contacts/problems"),
  managerScreen("/payroll"),
  managerScreen("/staff"),
  managerScreen("/audit"),
  managerScreen("/privacy"),
  managerScreen("/problem"),
  managerScreen("/psychics/:id/profile"),
  managerScreen("/newpsychic"),
  managerScreen("/edit_profile"),
  managerScreen("/away"),
  managerScreen("/security"),
  managerScreen("/notifications"),
  screen("/psychic", "psychic", async () => ({
    default: (await import("./advisor/dashboard/advisor-dashboard.tsx")).AdvisorDashboard,
  })),
  screen("/psychic/call/:call", "psychic", async () => ({
    default: (await import("./advisor/call/answer-call.tsx")).AnswerCall,
  })),
  screen("/psychic/waiting", "psychic", async () => ({
    default: (await import("./advisor/waiting/unsent-edits.tsx")).UnsentEdits,
  })),
  screen("/psychic/statistics", "psychic", async () => ({
    default: (await import("./advisor/statistics/advisor-statistics.tsx")).AdvisorStatistics,
  })),
  screen("/psychic/hours", "psychic", async () => ({
    default: (await import("./advisor/hours/own-hours.tsx")).OwnHours,
  })),
  screen("/psychic/contact", "psychic", async () => ({
    default: (await import("./advisor/contact/contact.tsx")).Contact,
  })),
  screen("/psychic/problem", "psychic", async () => ({
    default: (await import("./advisor/problem/report-problem.tsx")).ReportProblem,
  })),
  screen("/psychic/listing", "psychic", async () => ({
    default: (await import("./advisor/listing/listing.tsx")).Listing,
  })),
  screen("/psychic/day", "psychic", async () => ({
    default: (await import("./advisor/day/own-day.tsx")).OwnDay,
  })),
  screen("/psychic/customers", "psychic", async () => ({
    default: (await import("./advisor/customers/customers.tsx")).Customers,
  })),
  screen("/psychic/readings", "psychic", async () => ({
    default: (await import("./advisor/readings/reading-history.tsx")).ReadingHistory,
  })),
  screen("/psychic/logins", "psychic", async () => ({
    default: (await import("./advisor/logins/login-history.tsx")).LoginHistory,
  })),
  screen("/psychic/history", "psychic", async () => ({
    default: (await import("./advisor/history/own-history.tsx")).OwnHistory,
  })),
  screen("/psychic/compose", "psychic", async () => ({
    default: (await import("./advisor/compose/send-gifts.tsx")).SendGifts,
  })),
  screen("/psychic/sent", "psychic", async () => ({
    default: (await import("./advisor/sent/sent.tsx")).Sent,
  })),
  screen("/psychic/schedule", "psychic", async () => ({
    default: (await import("./advisor/schedule/own-schedule.tsx")).OwnSchedule,
  })),
  screen("/psychic/profile", "psychic", async () => ({
    default: (await import("./advisor/profile/own-profile.tsx")).OwnProfile,
  })),
  screen("/psychic/security", "psychic", async () => ({
    default: (await import("./advisor/security/security.tsx")).Security,
  })),
  screen("/psychic/help", "psychic", async () => ({
    default: (await import("./advisor/help/help-index.tsx")).HelpIndex,
  })),
  screen("/psychic/help/:slug", "psychic", async () => ({
    default: (await import("./advisor/help/help-page.tsx")).HelpPage,
  })),
  screen("/psychic/chat_faq", "psychic", async () => ({
    default: (await import("./advisor/chat-faq/chat-faq.tsx")).ChatFaq,
  })),
  screen("/psychic/notifications", "psychic", async () => ({
    default: (await import("./advisor/notifications/notifications.tsx")).Notifications,
  })),
];

/** The frames of the screens. */
export const layouts = {
  anyone: deferred(async () => ({
    default: (await import("./account/account-layout.tsx")).AccountLayout,
  })),
  signup: deferred(async () => ({
    default: (await import("./signup/public-layout.tsx")).PublicLayout,
  })),
  manager: deferred(async () => ({
    default: (await import("./manager/manager-layout.tsx")).ManagerLayout,
  })),
  psychic: deferred(async () => ({
    default: (await import("./advisor/advisor-layout.tsx")).AdvisorLayout,
  })),
} satisfies Record<Frame, DeferredComponent>;

export const { Component: NotFound } = deferred(async () => ({
  default: (await import("./account/not-found.tsx")).NotFound,
}));

const byPath = new Map(routes.map((route) => [route.path, route]));

/** Tries the exact path first, because matching is slow and the menu asks for 20 paths. */
const routeOf = (path: string) =>
  byPath.get(path) ?? routes.find((route) => matchPath(route.path, path));

export function audienceOf(path: string): Audience | null {
  return routeOf(path)?.audience ?? null;
}

/** Starts to download a path's screen and its frame. Resolves when they have loaded or failed. */
export async function preload(path: string): Promise<void> {
  const route = routeOf(path);
  if (!route) return;
  // A failure is shown when the screen renders.
  await Promise.allSettled([layouts[route.frame].load(), route.screen.load()]);
}
