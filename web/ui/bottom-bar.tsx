import type { KeyboardEvent } from "react";
import { Link } from "react-router-dom";
import { Icon } from "./icon.tsx";
import type { MenuItem } from "./shell.tsx";
import "./bottom-bar.scss";

interface BottomBarProps {
  items: readonly MenuItem[];
  /** Whether a path is shown or loading. */
  isCurrent: (to: string) => boolean;
  menuOpen: boolean;
  /** A dot on the menu's button. */
  isMenuMarked?: boolean | undefined;
  onMenu: (open: boolean) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** The most used screens, within reach of the thumb. Only on phones. */
export function BottomBar({
  items,
  isCurrent,
  menuOpen,
  isMenuMarked,
  onMenu,
  onKeyDown,
}: BottomBarProps) {
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
        data-marked={isMenuMarked || undefined}
        aria-expanded={menuOpen}
        aria-controls="side-menu"
        onClick={() => onMenu(!menuOpen)}
        onKeyDown={onKeyDown}
      >
        <Icon name={menuOpen ? "close" : "menu"} size={22} />
        <span>Menu</span>
      </button>
    </nav>
  );
}
