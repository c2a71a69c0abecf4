import { useState } from "react";
import { Outlet } from "react-router-dom";
import { useSession } from "../api/use-session.ts";
import { useSignOut } from "../features/use-sign-out.ts";
import { isStuck } from "../pwa/outbox/entry.ts";
import { useUnsentEdits } from "../pwa/outbox/use-unsent-edits.ts";
import { useOffline } from "../pwa/use-offline.ts";
import { leaveBy } from "../ui/form/use-leave-guard.ts";
import { ScreenHelp } from "../ui/screen-help.tsx";
import { type MenuItem, Shell, type WaitingCount } from "../ui/shell.tsx";
import { AgreementQuestion } from "./agreement/agreement-question.tsx";
import { helpOf } from "./help/help-of.ts";
import { NotificationsBell } from "./notifications/notifications-bell.tsx";
import { OfflineNotes } from "./offline-notes.tsx";
import { OwnNews } from "./own-news.tsx";
import { SignOutQuestion } from "./sign-out-question.tsx";
import { useStuckNotice } from "./use-stuck-notice.ts";

const dashboard: MenuItem = { to: "/psychic", label: "Dashboard", icon: "dashboard" };
const statistics: MenuItem = {
  to: "/psychic/statistics",
  label: "Statistics",
  icon: "statistics",
};
const schedule: MenuItem = {
  ...{ to: "/psychic/schedule", label: "Schedule", icon: "schedule" },
  below: "/psychic/hours",
};
const readings: MenuItem = { to: "/psychic/readings", label: "Readings", icon: "readings" };

const menu: readonly MenuItem[] = [
  dashboard,
  { to: "/psychic/listing", label: "Listing", icon: "listing" },
  statistics,
  { to: "/psychic/profile", label: "Profile", icon: "profile" },
  { to: "/psychic/customers", label: "Customers", icon: "people" },
  schedule,
  readings,
  { to: "/psychic/day", label: "Day", icon: "day" },
  { to: "/psychic/logins", label: "Logins", icon: "logins" },
  { to: "/psychic/compose", label: "Send Gifts", icon: "gifts" },
  { to: "/psychic/sent", label: "Sent Gifts", icon: "sent" },
  { to: "/psychic/notifications", label: "Notifications", icon: "bell" },
  { to: "/psychic/security", label: "Security", icon: "security" },
  { to: "/psychic/history", label: "Account History", icon: "history" },
  { to: "/psychic/help", label: "Help", icon: "help", below: "/psychic/help/" },
  { to: "/psychic/chat_faq", label: "Chat FAQ", icon: "chat", desktopOnly: true },
  { to: "/psychic/contact", label: "Contact", icon: "calls" },
  { to: "/psychic/problem", label: "Report a Problem", icon: "problem" },
];

/**
 * How many edits wait, and how many of them need the user.
 * @param words what follows the number, such as "edits wait to be sent".
 */
function countOf(of: number, words: string, stuck: number): WaitingCount {
  const needing = `${stuck} ${stuck === 1 ? "needs" : "need"} your attention`;
  return { of, words: stuck > 0 ? `${words}, ${needing}` : words, isUrgent: stuck > 0 };
}

/** First in the menu, and only while edits wait, because its screen is empty otherwise. */
const waitingItem = (of: number, stuck: number): MenuItem => ({
  to: "/psychic/waiting",
  label: "Waiting to send",
  icon: "offline",
  count: countOf(of, of === 1 ? "edit" : "edits", stuck),
});

/** The screens that psychics open several times a day. */
const bar = [dashboard, schedule, readings, statistics];

export function AdvisorLayout() {
  const session = useSession();
  const { signingOut, signOut } = useSignOut();
  const isReady = useOffline();
  const edits = useUnsentEdits();
  const waiting = edits.length;
  const stuck = edits.filter(({ entry }) => isStuck(entry)).length;
  useStuckNotice(edits);
  const [asking, setAsking] = useState(false);
  return (
    <ScreenHelp value={helpOf}>
      <Shell
        home="/psychic"
        userName={session?.username ?? ""}
        profile="/psychic/profile"
        security="/psychic/security"
        menuTitle="Psychic Menu"
        menu={waiting > 0 ? [waitingItem(waiting, stuck), ...menu] : menu}
        bar={bar}
        menuCount={
          waiting > 0
            ? countOf(
                waiting,
                waiting === 1 ? "edit waits to be sent" : "edits wait to be sent",
                stuck,
              )
            : undefined
        }
        tools={<NotificationsBell />}
        signingOut={signingOut}
        notes={<OfflineNotes />}
        onSignOut={() => leaveBy(() => (waiting > 0 ? setAsking(true) : signOut()))}
      >
        {session && isReady && <OwnNews psychicId={session.user_id} />}
        {session && isReady && <AgreementQuestion userId={session.user_id} />}
        {isReady && <Outlet />}
        {asking && (
          <SignOutQuestion
            waiting={waiting}
            busy={signingOut}
            onYes={signOut}
            onNo={() => setAsking(false)}
          />
        )}
      </Shell>
    </ScreenHelp>
  );
}
