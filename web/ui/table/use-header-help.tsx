import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useRef } from "react";
import "./header-help.scss";

const openAfter = 350;
const closeAfter = 150;
const shownFor = 4000;

const meaningOf = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>("[data-meaning]") : null;

/**
 * The bubble that explains a column header: on hover, on keyboard focus and with a tap. It can be
 * hovered itself, and Escape closes it. One bubble serves a whole table head, in the top layer,
 * so that no scroll box cuts it off.
 */
export function useHeaderHelp() {
  const bubble = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const later = (wait: number, action: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(action, wait);
  };
  const close = () => {
    clearTimeout(timer.current);
    const box = bubble.current;
    // Firefox up to 124 and Safari 16 have no popovers, so the stylesheet uses `data-open`.
    box?.hidePopover?.();
    delete box?.dataset.open;
  };
  const open = (header: HTMLElement) => {
    const box = bubble.current;
    if (!box) return;
    box.textContent = header.dataset.meaning ?? "";
    box.showPopover?.();
    box.dataset.open = "";
    const place = header.getBoundingClientRect();
    const left = place.left + place.width / 2 - box.offsetWidth / 2;
    box.style.left = `${Math.max(8, Math.min(left, window.innerWidth - box.offsetWidth - 8))}px`;
    // Above the header, where it covers no figures, if there is room.
    const above = place.top - box.offsetHeight - 6;
    box.style.top = `${above >= 8 ? above : place.bottom + 6}px`;
  };

  const headProps = {
    onPointerOver: (event: PointerEvent) => {
      const header = meaningOf(event.target);
      if (header && event.pointerType === "mouse") later(openAfter, () => open(header));
    },
    onPointerOut: (event: PointerEvent) => {
      if (event.pointerType === "mouse") later(closeAfter, close);
    },
    onPointerUp: (event: PointerEvent) => {
      const header = meaningOf(event.target);
      if (!header || event.pointerType === "mouse") return;
      open(header);
      later(shownFor, close);
    },
    onFocus: (event: FocusEvent) => {
      const header = meaningOf(event.target);
      if (header?.matches(":focus-visible")) open(header);
    },
    onBlur: close,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === "Escape") close();
    },
  };

  const element = (
    <div
      ref={bubble}
      className="header-help"
      popover="manual"
      // Hidden from screen readers, because the header already has this text as its description.
      aria-hidden="true"
      onPointerEnter={() => clearTimeout(timer.current)}
      onPointerLeave={() => later(closeAfter, close)}
    />
  );

  return { headProps, element };
}

export type HeaderHelpProps = ReturnType<typeof useHeaderHelp>["headProps"];
