import { useState } from "react";
import { AccountMenu } from "../ui/account-menu.tsx";
import AccountPanel from "../ui/account-panel.tsx";
import { BottomBar } from "../ui/bottom-bar.tsx";
import { LoadingBar } from "../ui/loading-bar.tsx";
import { PageFooter } from "../ui/page-footer.tsx";
import { PublicBar } from "../ui/public-bar.tsx";
import { PublicFrame } from "../ui/public-frame.tsx";
import { type MenuItem, Shell } from "../ui/shell.tsx";
import { SkipLink } from "../ui/skip-link.tsx";
import { type Exhibit, nothing } from "./exhibit.tsx";

const menu: readonly MenuItem[] = [
  { to: "/", label: "Dashboard", icon: "dashboard" },
  { to: "/readings", label: "Readings", icon: "readings" },
  { to: "/statistics", label: "Statistics", icon: "statistics" },
];

const account = {
  userName: "marisol.whitaker",
  profile: "/",
  devices: "/",
  security: "/",
  signingOut: false,
  onSignOut: nothing,
};

const panel = { menu: { current: null }, onClose: nothing };

function Bar({ waiting, isUrgent = false }: { waiting?: number; isUrgent?: boolean }) {
  const [menuOpen, onMenu] = useState(false);
  return (
    <BottomBar
      {...{ items: menu, menuOpen, onMenu }}
      isCurrent={(to) => to === "/"}
      menuCount={waiting ? { of: waiting, words: "edits wait to be sent", isUrgent } : undefined}
    />
  );
}

function Framed({ signingOut = false, bar }: { signingOut?: boolean; bar?: typeof menu }) {
  return (
    <Shell
      {...{
        home: "/",
        userName: "luna",
        profile: "/",
        devices: "/",
        security: "/",
        menuTitle: "Menu",
        menu,
        signingOut,
      }}
      {...(bar && { bar })}
      onSignOut={nothing}
    >
      <p>The screen</p>
    </Shell>
  );
}

export const frames: readonly Exhibit[] = [
  {
    parts: { Shell },
    inWindow: true,
    states: {
      usual: <Framed />,
      "a psychic's, with a bar on a phone": <Framed bar={menu} />,
      "signing out": <Framed signingOut />,
    },
  },
  {
    parts: { AccountMenu, AccountPanel },
    inWindow: true,
    states: {
      usual: (
        <header className="top-bar">
          <AccountMenu {...account} />
        </header>
      ),
      open: <AccountPanel {...account} {...panel} />,
      "signing out": <AccountPanel {...account} {...panel} signingOut />,
    },
  },
  { parts: { LoadingBar }, inWindow: true, states: { usual: <LoadingBar /> } },
  {
    parts: { BottomBar },
    inWindow: true,
    states: {
      usual: <Bar />,
      "with edits that wait": <Bar waiting={12} />,
      "with an edit that needs its user": <Bar waiting={2} isUrgent />,
    },
  },
  {
    parts: { PublicFrame },
    inWindow: true,
    states: {
      account: <PublicFrame look="account">A card</PublicFrame>,
      public: <PublicFrame look="public">A page</PublicFrame>,
    },
  },
  { parts: { PublicBar }, states: { usual: <PublicBar /> } },
  { parts: { PageFooter }, states: { usual: <PageFooter /> } },
  { parts: { SkipLink }, inWindow: true, states: { "focused by Tab": <SkipLink /> } },
];
