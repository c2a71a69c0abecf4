import { type RefObject, useEffect } from "react";

/**
 * Marks a box with `data-more` and `data-less` while it can be scrolled to the right and back.
 * `--scroll-bar` is the width of its vertical scroll bar.
 */
export function useMoreToScroll(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      const rest = element.scrollWidth - element.clientWidth - element.scrollLeft;
      element.toggleAttribute("data-more", rest > 1);
      element.toggleAttribute("data-less", element.scrollLeft > 1);
      const bar = element.offsetWidth - element.clientWidth;
      element.style.setProperty("--scroll-bar", `${bar}px`);
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    element.addEventListener("scroll", look, { passive: true });
    look();
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [box]);
}
