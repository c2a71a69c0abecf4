import { useMemo, useRef } from "react";
import { useMobile } from "#web/lib/use-media.ts";
import type { ListView } from "#web/ui/table/list-view.ts";
import type { Approval } from "./approval-key.ts";
import { rowPerApproval, rowPerPsychic } from "./approval-rows.ts";

interface Listed {
  approvals: readonly Approval[];
  total: number;
}

/**
 * The rows of the list. They are one per psychic if the whole list is shown, is not sorted by type,
 * and is not on a phone. Otherwise they are one per approval: a part of the list may lack some of a
 * psychic's approvals, and on a phone each link needs its own row.
 * @param list undefined until the first answer.
 * @param isOfView false while rows of an earlier view are on screen; they keep their form until the
 * new ones arrive.
 */
export function useApprovalRows(
  list: Listed | undefined,
  view: ListView & { type: string | null },
  isOfView: boolean,
) {
  const isMobile = useMobile();
  const shown = useRef(view);
  if (isOfView) shown.current = view;
  const { size, sort, type } = shown.current;
  const isWhole = list !== undefined && list.approvals.length >= list.total;
  const isPerPsychic = !isMobile && size === "all" && isWhole && sort.column !== "to_approve";
  const order = `${sort.column} ${sort.order} ${type}`;
  const places = useRef({ order, of: new Map<number, number>() });
  const approvals = list?.approvals;
  const rows = useMemo(() => {
    if (!approvals) return undefined;
    if (!isPerPsychic) return rowPerApproval(approvals);
    if (places.current.order !== order) places.current = { order, of: new Map() };
    return rowPerPsychic(approvals, places.current.of);
  }, [approvals, isPerPsychic, order]);
  return { rows, isPerPsychic };
}
