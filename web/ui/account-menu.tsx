import { lazy, Suspense, useRef, useState } from "react";
import { initialsOf } from "./initials.ts";
import "./account-menu.scss";

export interface AccountMenuProps {
  userName: string;
  /** The address of the user's profile. */
  profile: string;
  signingOut: boolean;
  onSignOut: () => void;
}

const failed = {
  default: () => <p className="account-panel">Could not be loaded. Load the page again.</p>,
};

const AccountPanel = lazy(() => import("./account-panel.tsx").catch(() => failed));

/** The user's name, which opens a panel with the profile, the theme and Log Me Out. */
export function AccountMenu(props: AccountMenuProps) {
  const { userName } = props;
  const [open, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key comes from the controls inside
    <div
      ref={menu}
      className="account-menu"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        setOpen(false);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        className="account-button"
        aria-expanded={open}
        aria-controls={open ? "account-panel" : undefined}
        onClick={() => setOpen(!open)}
      >
        <span className="is-sr-only">Account: </span>
        <span className="account-name">{userName}</span>
        <span className="account-initials" aria-hidden="true">
          {initialsOf(userName)}
        </span>
      </button>
      {open && (
        <Suspense>
          <AccountPanel {...props} menu={menu} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
