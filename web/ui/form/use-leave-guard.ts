import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { catchSteps, placeOf, takeBack } from "#web/lib/history-steps.ts";

/** How to leave the screen if the user agrees. */
interface Leaving {
  go: () => void;
}

/** One per form with unsaved input, the latest last. */
const guards: ((leaving: Leaving) => void)[] = [];

/** Leaves the screen without a link. Asks first if unsaved input would be lost. */
export function leaveBy(go: () => void): void {
  const guard = guards.at(-1);
  if (guard) guard({ go });
  else go();
}

export interface LeaveGuard {
  /** Whether the user is being asked to discard the input. */
  asking: boolean;
  stay: () => void;
  leave: () => void;
}

function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey);
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!plain || event.defaultPrevented || !link || link.target || link.download) return null;
  return link.origin === location.origin && link.pathname !== location.pathname ? link : null;
}

/**
 * While `dirty`, asks before a link, Back or Forward leaves the screen, and before the page is closed
 * or reloaded. A link is caught before the router sees the click. A step in the history is reversed
 * until the user answers. docs/decisions.md says why this is not the router's `useBlocker`.
 */
export function useLeaveGuard(dirty: boolean): LeaveGuard {
  const navigate = useNavigate();
  const entry = useLocation();
  const [leaving, setLeaving] = useState<Leaving>();
  const here = useRef(0);
  const isLeaving = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry has its own place
  useEffect(() => {
    here.current = placeOf(history.state) ?? here.current;
  }, [entry.key]);

  useEffect(() => {
    if (!dirty) return;
    isLeaving.current = false;
    const { pathname } = location;
    // The address has changed, and this screen stays only until the next one has loaded: clicks in
    // the meantime may leave.
    const isLeft = () => location.pathname !== pathname;

    const guard = (next: Leaving) => (isLeft() ? next.go() : setLeaving(next));
    const onClick = (event: MouseEvent) => {
      const link = linkOf(event);
      if (!link || isLeft()) return;
      event.preventDefault();
      event.stopPropagation();
      const to = link.pathname + link.search + link.hash;
      setLeaving({ go: () => navigate(to) });
    };
    const onStep = (event: PopStateEvent): boolean => {
      if (isLeaving.current) return false;
      // A step within this screen loses nothing. A step to an entry that the router did not make,
      // such as a typed `#`, loses nothing either: `takeBack` then returns 0.
      if (!isLeft()) return false;
      const steps = takeBack(event, here.current);
      if (steps === 0) return false;
      setLeaving({
        go: () => {
          isLeaving.current = true;
          history.go(steps);
        },
      });
      return true;
    };
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();

    guards.push(guard);
    document.addEventListener("click", onClick, { capture: true });
    const removeCatcher = catchSteps(onStep);
    window.addEventListener("beforeunload", onUnload);
    return () => {
      guards.splice(guards.indexOf(guard), 1);
      document.removeEventListener("click", onClick, { capture: true });
      removeCatcher();
      window.removeEventListener("beforeunload", onUnload);
    };
  }, [dirty, navigate]);

  return {
    asking: leaving !== undefined,
    stay: () => setLeaving(undefined),
    leave: () => {
      setLeaving(undefined);
      leaving?.go();
    },
  };
}
