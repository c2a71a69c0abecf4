import { useId } from "react";
import { Link } from "react-router-dom";
import { Icon } from "./icon.tsx";
import type { MenuItem, WaitingCount } from "./shell.tsx";
import "./bottom-bar.scss";

interface BottomBarProps {
  items: readonly MenuItem[];
  /** Whether a path is shown or loading. */
  isCurrent: (to: string) => boolean;
  menuOpen: boolean;
  /** A badge on the menu's button. */
  menuCount?: WaitingCount | undefined;
  onMenu: (open: boolean) => void;
}

/** The most used screens, within reach of the thumb. Only on phones. */
export function BottomBar({ items, isCurrent, menuOpen, menuCount, onMenu }: BottomBarProps) {
  const countId = useId();
  return (
    <nav className="bottom-bar" aria-label="Most used">
      {items.map(({ to, label, icon }) => (
        <Link
          key={to}
          to={to}
          className="bottom-bar-item"
          aria-current={isCurrent(to) ? "page" : undefined}
          onClick={() => onMenu(false)}
        >
          <Icon name={icon} size={22} />
          <span>{label}</span>
        </Link>
      ))}
      <button
        type="button"
        className="bottom-bar-item"
        aria-expanded={menuOpen}
        aria-controls="side-menu"
        aria-describedby={menuCount && countId}
        onClick={() => onMenu(!menuOpen)}
      >
        <Icon name={menuOpen ? "close" : "menu"} size={22} />
        <span>Menu</span>
        {menuCount && (
          <>
            <strong
              className={menuCount.isUrgent ? "bottom-bar-count is-urgent" : "bottom-bar-count"}
              aria-hidden="true"
            >
              {menuCount.isUrgent ? "!" : menuCount.of > 9 ? "9+" : menuCount.of}
            </strong>
            {/* A description, so that the button keeps its name. */}
            <span id={countId} hidden>
              {menuCount.of} {menuCount.words}
            </span>
          </>
        )}
      </button>
    </nav>
  );
}
