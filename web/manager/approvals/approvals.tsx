import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { approvalEndpoints } from "#shared/approvals.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import { call } from "#web/api/call.ts";
import { listQuery } from "#web/api/list-query.ts";
import { useManagedBy } from "#web/features/managers/use-managed-by.ts";
import { WhoseSwitch } from "#web/features/managers/whose-switch.tsx";
import { useMedia, useMobile } from "#web/lib/use-media.ts";
import { focusHeading } from "#web/ui/focus-heading.ts";
import { ExportButton } from "#web/ui/table/export-button.tsx";
import { ListTable } from "#web/ui/table/list-table.tsx";
import { type ListDefaults, pageQuery } from "#web/ui/table/list-view.ts";
import { useListView } from "#web/ui/table/use-list-view.ts";
import { ManagerHeading } from "../manager-heading.tsx";
import { approvalKey, neighborOf } from "./approval-key.ts";
import { type ApprovalRow, rowPerApproval } from "./approval-rows.ts";
import { approvalsColumns } from "./approvals-columns.tsx";
import { KeysHelp } from "./keys-help.tsx";
import { NoReview, Review } from "./review.tsx";
import { TypeChips, useChosenType } from "./type-chips.tsx";
import { useApprovalCounts } from "./use-approval-counts.ts";
import { useApprovalRows } from "./use-approval-rows.ts";
import { useOpened } from "./use-opened.ts";
import { ShortcutKeys, useShortcutKeys } from "./use-shortcut-keys.ts";
import "./approvals.scss";
import "#web/ui/screen-heading.scss";

/** The list of approvals, oldest first. */
const defaults: ListDefaults = {
  sort: { column: "date", order: "asc" },
  size: "all",
  sortable: new Set(["date", "agent_user_name", "to_approve"]),
};

const psychicOf = (row: ApprovalRow) => row.agent_user_id;
const firstOf = ({ agent_user_id, approvals: [first] }: ApprovalRow) =>
  first ? approvalKey(first) : agent_user_id;

export function Approvals() {
  const { pathname } = useLocation();
  const { view, change } = useListView(defaults);
  const { opened, open, addressOf } = useOpened();
  const { type, name: waitingNoun } = useChosenType();
  const { asOf, counts } = useApprovalCounts();
  const today = asOf && newYorkDay(Date.parse(asOf));
  const isMobile = useMobile();
  const columns = useMemo(
    () => approvalsColumns({ today, hasOneLink: isMobile }),
    [today, isMobile],
  );
  const { isMine, managedBy } = useManagedBy("psychics");
  const asked = { ...pageQuery(view), ...(type && { to_approve: type }), ...managedBy };
  const { data, ...result } = useQuery({
    ...listQuery(approvalEndpoints.listApprovals, "approvals", { query: asked }),
    placeholderData: keepPreviousData,
  });
  // The counts are polled. The list beside them must not contradict them.
  const counted = JSON.stringify(counts);
  const countedOfList = useRef(counted);
  const { refetch } = result;
  useEffect(() => {
    if (countedOfList.current !== undefined && countedOfList.current !== counted) {
      // A decision reloads the list already.
      void refetch({ cancelRefetch: false });
    }
    countedOfList.current = counted;
  }, [counted, refetch]);
  const { rows, isPerPsychic } = useApprovalRows(
    data,
    { ...view, type },
    !result.isPlaceholderData,
  );
  const listed = useMemo(() => rows?.flatMap((row) => row.approvals), [rows]);
  const shown = listed?.find((approval) => approvalKey(approval) === opened);
  const next = opened && listed ? neighborOf(listed, opened, 1) : null;
  const previous = opened && listed ? neighborOf(listed, opened, -1) : null;
  const first = listed?.[0] && approvalKey(listed[0]);
  const keys = useShortcutKeys();

  // If there is room beside the list, its first approval opens together with the screen, and never
  // later: other buttons would then appear under the pointer.
  const hasRoom = useMedia("(min-width: 75.0625em)");
  const [openedItself, setOpenedItself] = useState<string | null>();
  useEffect(() => {
    // A stored list may begin with an approval that was decided since.
    if (!rows || !result.isFetchedAfterMount || openedItself !== undefined) return;
    const own = (hasRoom && !opened && first) || null;
    setOpenedItself(own);
    // After a click on a link, the address has already changed: opening would lead back here.
    if (own && window.location.pathname === pathname) open(own);
  }, [rows, result.isFetchedAfterMount, openedItself, hasRoom, opened, first, open, pathname]);
  // The approval that opened by itself did not take the focus. If the user opens it again after
  // another one, it takes the focus.
  useEffect(() => {
    if (openedItself && opened && opened !== openedItself) setOpenedItself(null);
  }, [openedItself, opened]);

  // J, K and a decision open approvals that may be out of view.
  useEffect(() => {
    if (!hasRoom || !opened) return;
    const link = document.querySelector('.approvals-list [aria-current="true"]');
    link?.closest("tr")?.scrollIntoView({ block: "nearest" });
  }, [hasRoom, opened]);

  // The focus was in the review that has closed.
  const lastOpened = useRef(opened);
  useEffect(() => {
    const closed = lastOpened.current;
    lastOpened.current = opened;
    if (opened || !closed || document.activeElement !== document.body) return;
    const links = [...document.querySelectorAll<HTMLElement>(".approvals-list [data-approval]")];
    const link = links.find(({ dataset }) => dataset.approval === closed);
    if (link) link.focus();
    else focusHeading();
  }, [opened]);

  // When the answer to a decision arrives, another approval or another screen may be open.
  const goOn = useRef<(decided: string) => void>(undefined);
  useEffect(() => {
    goOn.current = (decided) => {
      if (decided === opened) open(next);
    };
    return () => {
      goOn.current = undefined;
    };
  });

  return (
    <ShortcutKeys value={keys.isOn}>
      <div className="heading-row">
        <ManagerHeading title="Approvals Waiting" />
        <div className="row-buttons">
          <WhoseSwitch of="psychics" onChange={() => change(() => ({ page: 1 }))} />
          <KeysHelp {...keys} />
          <ExportButton
            name="approvals waiting"
            exported={{ list: "approvals" }}
            groups={columns}
            fetchPage={async (limit, offset) => {
              const page = await call(approvalEndpoints.listApprovals, {
                query: { ...asked, limit: String(limit), offset: String(offset) },
              });
              return { rows: rowPerApproval(page.approvals), total: page.total };
            }}
          />
        </div>
      </div>
      <div className={opened ? "approvals is-reviewing" : "approvals"}>
        <div className="approvals-list">
          <TypeChips />
          <ListTable
            label="Approvals Waiting"
            listNoun="approvals"
            noun={isPerPsychic ? "psychics" : "waiting"}
            groups={columns}
            opens={isMobile}
            rowKey={isPerPsychic ? psychicOf : firstOf}
            list={{ rows, total: isPerPsychic ? rows?.length : data?.total, ...result }}
            view={view}
            about={`${type ?? ""} ${isMine}`}
            change={change}
            empty={{
              title: type
                ? `No ${waitingNoun} are waiting for approval`
                : "Nothing is waiting for approval",
              text: isMine
                ? "Choose All to see everybody's."
                : "New accounts appear here, and profiles, listings and pictures that psychics submit.",
            }}
          />
        </div>
        {opened ? (
          <Review
            opened={opened}
            name={shown?.agent_user_name}
            takesFocus={opened !== openedItself}
            closed={addressOf(null)}
            neighbors={{ previous, next }}
            open={open}
            onDecided={() => goOn.current?.(opened)}
          />
        ) : (
          <NoReview first={first} open={open} />
        )}
      </div>
    </ShortcutKeys>
  );
}
