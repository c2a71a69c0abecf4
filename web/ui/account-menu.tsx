import { type ComponentType, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { initialsOf } from "./initials.ts";
import { useElsewhere } from "./use-elsewhere.ts";
import "./account-menu.scss";

export interface AccountMenuProps {
  userName: string;
  /** The address of the user's profile. */
  profile: string;
  /** The address of the screen about signing in and the user's devices. */
  security: string;
  /** The address of the screen about notifications, if it is in this menu. */
  notifications?: string;
  signingOut: boolean;
  onSignOut: () => void;
}

const Failed = () => <p>Could not be loaded. Close this and try again.</p>;

/** The user's name, which opens the panel of the account. */
export function AccountMenu(props: AccountMenuProps) {
  const { userName } = props;
  const [open, setOpen] = useState(false);
  const [Panel, setPanel] = useState<ComponentType<AccountMenuProps>>();
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { key } = useLocation();
  const [shownAt, setShownAt] = useState(key);
  if (shownAt !== key) {
    setShownAt(key);
    setOpen(false);
  }

  const toggle = async () => {
    setOpen(!open);
    if (open) return;
    // After a failure the next opening loads it again.
    const loaded = await import("./account-panel.tsx").catch(() => ({ default: Failed }));
    setPanel(() => loaded.default);
  };
  useElsewhere(menu, open, () => setOpen(false));

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
        onClick={toggle}
      >
        <span className="is-sr-only">Account: </span>
        <span className="account-name">{userName}</span>
        <span className="account-initials" aria-hidden="true">
          {initialsOf(userName)}
        </span>
      </button>
      {open && Panel && (
        <div id="account-panel" className="account-panel">
          <Panel {...props} />
        </div>
      )}
    </div>
  );
}
