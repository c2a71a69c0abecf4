import { useEffect, useRef } from "react";
import { currentNotices, dismissNotice } from "../notice-store.ts";

/**
 * The notice of a form's latest save. It goes away with the next change or save, which it would
 * otherwise seem to speak about, and whose buttons it may cover.
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
