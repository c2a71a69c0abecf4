import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { catchSteps, placeOf, takeBack } from "#web/lib/history-steps.ts";

/** A way out of the screen that waits for an answer. */
interface Leaving {
  go: () => void;
}

/** What every guard that holds something unsaved does with a way out, the latest last. */
const guards: ((leaving: Leaving) => void)[] = [];

/** Leaves by another way than a link: asks first where something unsaved would be lost. */
export function leaveBy(go: () => void): void {
  const guard = guards.at(-1);
  if (guard) guard({ go });
  else go();
}

export interface LeaveGuard {
  /** Asked: shall what was typed be given up? */
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
 * While `dirty`, asks before links, back and forward lead away, and before the page is closed or
 * reloaded. Links are caught before the router hears of them, and a step in the history is taken
 * back until the answer is there. The router's own `useBlocker` needs its data router, 19 KiB more
 * of script at sign-in, and holds one form at a time: a number may be open above a profile.
 */
export function useLeaveGuard(dirty: boolean): LeaveGuard {
  const navigate = useNavigate();
  const entry = useLocation();
  const [leaving, setLeaving] = useState<Leaving>();
  const here = useRef(0);
  const passing = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry has a place of its own
  useEffect(() => {
    here.current = placeOf(history.state) ?? here.current;
  }, [entry.key]);

  useEffect(() => {
    if (!dirty) return;
    passing.current = false;
    const { pathname } = location;
    // Its address is another's by now: the screen only stands until the next one is there, and what
    // is pressed meanwhile leads on.
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
      if (passing.current) return false;
      // A step within this screen loses nothing, nor does an entry of another's making: a typed `#`.
      if (!isLeft()) return false;
      const steps = takeBack(event, here.current);
      if (steps === 0) return false;
      setLeaving({
        go: () => {
          passing.current = true;
          history.go(steps);
        },
      });
      return true;
    };
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();

    guards.push(guard);
    document.addEventListener("click", onClick, { capture: true });
    const letGo = catchSteps(onStep);
    window.addEventListener("beforeunload", onUnload);
    return () => {
      guards.splice(guards.indexOf(guard), 1);
      document.removeEventListener("click", onClick, { capture: true });
      letGo();
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
