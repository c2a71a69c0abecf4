import { type MouseEvent, useEffect, useState } from "react";
import { useLocation } from "react-router-dom";

/** Addresses are matched whatever their case, with or without a slash at the end. */
const plain = (path: string) => path.toLowerCase().replace(/(.)\/$/, "$1");

/**
 * Where a tapped link leads, until its screen is there: the router shows the old one while the new
 * one's file is on its way.
 */
export function useGoing() {
  const { pathname } = useLocation();
  const [going, setGoing] = useState<{ from: string; to: string } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever was gone to, this is where one is
  useEffect(() => setGoing(null), [pathname]);
  // Whoever steps back before it is there stays where they are: the address drawn never changes.
  useEffect(() => {
    const end = () => setGoing(null);
    window.addEventListener("popstate", end);
    return () => window.removeEventListener("popstate", end);
  }, []);
  const isOnItsWay = going !== null && going.from === pathname;
  const path = isOnItsWay ? going.to : pathname;
  return {
    isOnItsWay,
    /** Whether a link leads to the screen that is there, or that was just asked for. */
    isCurrent: (to: string) => plain(to) === plain(path),
    isBelow: (start: string) => plain(path).startsWith(start),
    /** Of everything within the shell. */
    onClick: ({ target, defaultPrevented }: MouseEvent) => {
      const link = target instanceof Element ? target.closest("a") : null;
      // The router takes over the links it follows; a form's guard lets none come this far.
      if (!link || !defaultPrevented || link.origin !== location.origin) return;
      const isElsewhere = plain(link.pathname) !== plain(pathname);
      // A link to where one is calls off the way to another screen.
      setGoing(isElsewhere ? { from: pathname, to: link.pathname } : null);
    },
  };
}
