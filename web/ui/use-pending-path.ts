import { type MouseEvent, useEffect, useState } from "react";
import { useLocation } from "react-router-dom";

/** Addresses match regardless of case and of a final slash. */
const plain = (path: string) => path.toLowerCase().replace(/(.)\/$/, "$1");

/**
 * The address of a tapped link until its screen has loaded. Until then the router shows the old
 * screen.
 */
export function usePendingPath() {
  const { pathname, key } = useLocation();
  const [pending, setPending] = useState<{ from: string; to: string } | null>(null);
  // The rendered address changes once the screen has loaded. It also changes if the old screen
  // changes its own address in the meantime, as when the user sorts a list: that cancels the step.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address has a key of its own
  useEffect(() => setPending(null), [key]);
  // If the user goes back before it has loaded, the rendered address never changes.
  useEffect(() => {
    const end = () => setPending(null);
    window.addEventListener("popstate", end);
    return () => window.removeEventListener("popstate", end);
  }, []);
  const isPending = pending !== null && pending.from === pathname;
  const path = isPending ? pending.to : pathname;
  return {
    isPending,
    /** The address of the screen that is loading, or else of the current one. */
    path,
    /** Whether a link leads to the current screen, or to the one that is loading. */
    isCurrent: (to: string) => plain(to) === plain(path),
    isBelow: (start: string) => plain(path).startsWith(start),
    /** The click handler of an element that contains links. */
    onClick: ({ target, defaultPrevented }: MouseEvent) => {
      const link = target instanceof Element ? target.closest("a") : null;
      // The router prevents the default of the links that it follows. A click that a form's leave
      // guard stops never arrives here.
      if (!link || !defaultPrevented || link.origin !== location.origin) return;
      const isElsewhere = plain(link.pathname) !== plain(pathname);
      // A link to the current screen cancels loading another one.
      setPending(isElsewhere ? { from: pathname, to: link.pathname } : null);
    },
  };
}
