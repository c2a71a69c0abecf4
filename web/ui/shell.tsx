import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { writtenCount } from "#web/lib/figures.ts";
import { AccountMenu } from "./account-menu.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { BrandMark } from "./brand-mark.tsx";
import { Button } from "./button.tsx";
import { Icon, type IconName } from "./icon.tsx";
import { useAudienceOf } from "./known-paths.tsx";
import { LoadingBar } from "./loading-bar.tsx";
import { OfflineNote } from "./offline-note.tsx";
import { PageFooter } from "./page-footer.tsx";
import { SkipLink } from "./skip-link.tsx";
import { Spinner } from "./spinner.tsx";
import { usePendingPath } from "./use-pending-path.ts";
import "./bottom-bar.scss";
import "./app-icons.ts";
import "./shell.scss";

/** How many items wait, and the words for them. */
export interface WaitingCount {
  of: number;
  words: string;
  /** Whether some of them need the user. */
  isUrgent?: boolean;
}

export interface MenuItem {
  to: string;
  label: string;
  icon: IconName;
  /** The prefix of the addresses of the screens below this one. */
  below?: string;
  count?: WaitingCount;
  /** Not shown on phones. */
  desktopOnly?: true;
}

interface ShellProps {
  /** The address behind the brand. */
  home: string;
  userName: string;
  /** The address of the user's profile. */
  profile: string;
  /** The address of the screen about signing in. */
  security: string;
  /** The address of the screen about notifications, where it is not a tool. */
  notifications?: string;
  menuTitle: string;
  menu: readonly MenuItem[];
  /** The most used screens: a phone has them in a bar at the bottom, beside the menu's button. */
  bar?: readonly MenuItem[];
  /** The items that wait in the menu, for the badge on the bar's button. */
  menuCount?: WaitingCount | undefined;
  /** Shown above every screen, instead of the plain offline note. */
  notes?: ReactNode;
  /** Shown beside the account menu. */
  tools?: ReactNode;
  signingOut: boolean;
  onSignOut: () => void;
  children: ReactNode;
}

/** The frame of every signed-in screen: top bar, side menu, content, footer. */
export function Shell(props: ShellProps) {
  const [open, setOpen] = useState(false);
  const menu = useRef<HTMLElement>(null);
  const { isPending, path, isCurrent, isBelow, onClick } = usePendingPath();
  const audienceOf = useAudienceOf();
  const currentOf = ({ to, below }: MenuItem) =>
    isCurrent(to) ? "page" : below && isBelow(below) ? "true" : undefined;
  const isKnownPath = ({ to }: MenuItem) => audienceOf(to) !== null;

  // `path` changes when the user taps a link, not when the screen has loaded. So a menu that the
  // user opens in between stays open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the way to another screen closes the menu
  useEffect(() => setOpen(false), [path]);

  // On the document: a screen that appears behind the open menu takes the focus.
  useEffect(() => {
    if (!open) return;
    const opener = document.activeElement;
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      const isInMenu = menu.current?.contains(document.activeElement);
      if (isInMenu && opener instanceof HTMLElement) opener.focus();
    };
    document.addEventListener("keydown", closeOnEscape);
    return () => document.removeEventListener("keydown", closeOnEscape);
  }, [open]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: links handle their own clicks; this only notes them
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link's Enter is a click too
    <div className={props.bar ? "shell has-bar" : "shell"} onClick={onClick}>
      {isPending && <LoadingBar />}
      <SkipLink />
      <header className="top-bar">
        <button
          type="button"
          className="icon-button menu-button"
          aria-expanded={open}
          aria-controls="side-menu"
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? "close" : "menu"} />
          <span className="is-sr-only">Menu</span>
        </button>
        <Link to={props.home} className="top-bar-brand">
          <BrandMark />
        </Link>
        {props.tools}
        <AccountMenu {...props} />
      </header>
      {props.bar && (
        <BottomBar
          items={props.bar.filter(isKnownPath)}
          isCurrent={isCurrent}
          menuOpen={open}
          menuCount={props.menuCount}
          onMenu={setOpen}
        />
      )}
      <nav
        ref={menu}
        id="side-menu"
        className={open ? "side-menu is-open" : "side-menu"}
        aria-labelledby="side-menu-title"
      >
        <p className="menu-label" id="side-menu-title">
          {props.menuTitle}
        </p>
        <ul className="menu-items">
          {props.menu.filter(isKnownPath).map((item) => (
            <li key={item.to} className={item.desktopOnly && "is-desktop-only"}>
              <Link
                to={item.to}
                className="menu-item"
                aria-current={currentOf(item)}
                // Also closes the menu if the link's screen is already loading.
                onClick={() => setOpen(false)}
              >
                <Icon name={item.icon} />
                {item.label}
                {item.count && (
                  <span className={item.count.isUrgent ? "menu-count is-urgent" : "menu-count"}>
                    {writtenCount(item.count.of)}{" "}
                    <span className="is-sr-only">{item.count.words}</span>
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
        <Button look="quiet" icon="signOut" busy={props.signingOut} onClick={props.onSignOut}>
          Log Me Out
        </Button>
      </nav>
      <main id="content" className="content" tabIndex={-1}>
        {props.notes ?? <OfflineNote />}
        <Suspense fallback={<Spinner label="Loading" />}>{props.children}</Suspense>
      </main>
      <PageFooter />
    </div>
  );
}
