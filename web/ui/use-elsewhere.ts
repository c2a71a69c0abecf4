import { type RefObject, useEffect, useEffectEvent } from "react";

/**
 * Calls `onElsewhere` for each tap, and each move of the focus, outside `element` while `isOn`. A
 * modal counts as inside, because it may ask about what the element began.
 */
export function useElsewhere(
  element: RefObject<HTMLElement | null>,
  isOn: boolean,
  onElsewhere: () => void,
): void {
  const leave = useEffectEvent(onElsewhere);
  useEffect(() => {
    if (!isOn) return;
    const look = ({ target }: Event) => {
      if (!(target instanceof Element)) return;
      if (!element.current?.contains(target) && !target.closest("dialog")) leave();
    };
    document.addEventListener("pointerdown", look);
    document.addEventListener("focusin", look);
    return () => {
      document.removeEventListener("pointerdown", look);
      document.removeEventListener("focusin", look);
    };
  }, [element, isOn]);
}
