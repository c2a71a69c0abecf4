import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useState } from "react";
import { Link, NavLink, useLocation } from "react-router-dom";
import { useOnline } from "../lib/use-online.ts";
import { BrandMark } from "./brand-mark.tsx";
import { Button } from "./button.tsx";
import { Icon, type IconName } from "./icon.tsx";
import { PageFooter } from "./page-footer.tsx";
import { Spinner } from "./spinner.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

export interface MenuItem {
  to: string;
  label: string;
  icon: IconName;
}

interface ShellProps {
  /** Where the brand leads. */
  home: string;
  userName: string;
  menuTitle: string;
  menu: readonly MenuItem[];
  signingOut: boolean;
  onSignOut: () => void;
  children: ReactNode;
}

/** The frame of every signed-in screen: top bar, side menu, content, footer. */
export function Shell(props: ShellProps) {
  const [open, setOpen] = useState(false);
  const online = useOnline();
  const { pathname } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of screen closes the menu
  useEffect(() => setOpen(false), [pathname]);

  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === "Escape") setOpen(false);
  };

  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <header className="top-bar">
        <button
          type="button"
          className="icon-button menu-button"
          aria-expanded={open}
          aria-controls="side-menu"
          onClick={() => setOpen(!open)}
          onKeyDown={closeOnEscape}
        >
          <Icon name={open ? "close" : "menu"} />
          <span className="is-sr-only">Menu</span>
        </button>
        <Link to={props.home} className="top-bar-brand">
          <BrandMark />
        </Link>
        <span className="top-bar-user">{props.userName}</span>
        <ThemeSwitch />
      </header>
      <nav
        id="side-menu"
        className={open ? "side-menu is-open" : "side-menu"}
        aria-labelledby="side-menu-title"
        onKeyDown={closeOnEscape}
      >
        <p className="menu-label" id="side-menu-title">
          {props.menuTitle}
        </p>
        <ul className="menu-items">
          {props.menu.map(({ to, label, icon }) => (
            <li key={to}>
              <NavLink to={to} end className="menu-item">
                <Icon name={icon} />
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
        <Button look="quiet" icon="signOut" busy={props.signingOut} onClick={props.onSignOut}>
          Log Me Out
        </Button>
      </nav>
      <main id="content" className="content" tabIndex={-1}>
        {!online && (
          <p className="offline-banner" role="status">
            <Icon name="offline" />
            Offline. What you see may be out of date.
          </p>
        )}
        <Suspense fallback={<Spinner label="Loading" />}>{props.children}</Suspense>
      </main>
      <PageFooter />
    </div>
  );
}
