import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";

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

/** The place of an entry in the history, as the router numbers them. */
const placeOf = (state: unknown): number =>
  typeof state === "object" && state !== null && "idx" in state ? Number(state.idx) : 0;

function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey);
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!plain || event.defaultPrevented || !link || link.target || link.download) return null;
  return link.origin === location.origin && link.pathname !== location.pathname ? link : null;
}

/**
 * While `dirty`, asks before links, back and forward lead away, and before the page is closed or
 * reloaded. The declarative router has no blockers: links are caught before it hears of them, and
 * a step in the history is taken back until the answer is there.
 */
export function useLeaveGuard(dirty: boolean): LeaveGuard {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState<Leaving>();
  const here = useRef(0);
  /** Steps back to here that are under way: nobody need hear of them. */
  const ours = useRef(0);
  const passing = useRef(false);

  useEffect(() => {
    if (!dirty) return;
    passing.current = false;
    here.current = placeOf(history.state);
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
    const onStep = (event: PopStateEvent) => {
      if (passing.current) return;
      if (ours.current > 0) {
        ours.current -= 1;
        event.stopImmediatePropagation();
        return;
      }
      const steps = placeOf(event.state) - here.current;
      if (steps === 0) return;
      event.stopImmediatePropagation();
      ours.current += 1;
      history.go(-steps);
      setLeaving({
        go: () => {
          passing.current = true;
          history.go(steps);
        },
      });
    };
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();

    guards.push(guard);
    document.addEventListener("click", onClick, { capture: true });
    window.addEventListener("popstate", onStep, { capture: true });
    window.addEventListener("beforeunload", onUnload);
    return () => {
      guards.splice(guards.indexOf(guard), 1);
      document.removeEventListener("click", onClick, { capture: true });
      window.removeEventListener("popstate", onStep, { capture: true });
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
