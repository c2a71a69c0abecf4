import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { isStuck } from "../pwa/outbox/entry.ts";
import type { UnsentEdit } from "../pwa/outbox/unsent-edits.ts";
import { dismissNotice, showNotice } from "../ui/notice-store.ts";

const titleOf = ({ thing }: UnsentEdit) => `Not Sent: ${thing?.title ?? "Edit"}`;

/**
 * Shows a notice when a waiting edit begins to need its user. The notice stays until the user
 * closes it, deals with the edit or opens the list of unsent edits. An edit that already needed its
 * user at the start gets no notice: the menu's badge counts it.
 */
export function useStuckNotice(edits: readonly UnsentEdit[]): void {
  const isListed = useLocation().pathname.toLowerCase() === "/psychic/waiting";
  const open = useRef<ReadonlySet<string>>(new Set());
  const shown = useRef(new Map<string, number>());
  useEffect(() => {
    const stuck = edits.filter(({ entry }) => isStuck(entry));
    for (const unsent of stuck) {
      if (isListed || !open.current.has(unsent.entry.id)) continue;
      const notice = showNotice({
        kind: "danger",
        title: titleOf(unsent),
        text: "This edit needs your attention. Open the menu, then “Waiting to send”.",
        persistent: true,
      });
      shown.current.set(unsent.entry.id, notice);
    }
    open.current = new Set(
      edits.filter(({ entry }) => !isStuck(entry)).map(({ entry }) => entry.id),
    );
    for (const [id, notice] of shown.current) {
      if (!isListed && stuck.some(({ entry }) => entry.id === id)) continue;
      dismissNotice(notice);
      shown.current.delete(id);
    }
  }, [edits, isListed]);
}
