import { useEffect, useRef } from "react";
import { currentNotices, dismissNotice } from "../notice-store.ts";

/**
 * The notice of a form's latest save. The next change or save removes it: otherwise it would seem
 * to be about that change, and it may cover the form's buttons.
 */
export function useSavedNotice(isDirty: boolean) {
  const shown = useRef<readonly number[]>([]);
  const remove = () => {
    for (const id of shown.current) dismissNotice(id);
    shown.current = [];
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new change removes it
  useEffect(() => {
    if (isDirty) remove();
  }, [isDirty]);
  return {
    remove,
    /** @param tell shows the notice. */
    show: (tell: () => void) => {
      const before = currentNotices();
      tell();
      shown.current = currentNotices()
        .filter((notice) => notice.kind === "success" && !before.includes(notice))
        .map(({ id }) => id);
    },
  };
}
