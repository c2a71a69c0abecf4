import { Link } from "react-router-dom";
import { businessTimeToSecond } from "#web/lib/dates.ts";
import { Icon } from "#web/ui/icon.tsx";
import { KnownLink } from "#web/ui/known-paths.tsx";
import type { ColumnGroup } from "#web/ui/table/column.ts";
import { When } from "#web/ui/when.tsx";
import { Age } from "../age.tsx";
import { ageOf, ageWords } from "../dashboard/dashboard-view.ts";
import { type Approval, approvalKey } from "./approval-key.ts";
import type { ApprovalRow } from "./approval-rows.ts";
import { focusReview } from "./review.tsx";
import { useOpened } from "./use-opened.ts";
import "./approvals.scss";

/**
 * An approval's own age. Empty if the row shows the same age: a row shows the age of its oldest
 * approval.
 */
function ownAge(approval: Approval, row: ApprovalRow, today: string | undefined): string {
  if (!today) return "";
  const age = ageOf(approval.date, today);
  return age === ageOf(row.date, today) ? "" : `(${ageWords(age)})`;
}

/** A psychic's approvals, two on a line: one of each type makes four at most. */
const pairsOf = (approvals: readonly Approval[]) =>
  [approvals.slice(0, 2), approvals.slice(2)].filter((pair) => pair.length > 0);

function ReviewLink({ approval }: { approval: Approval }) {
  const { opened, addressOf } = useOpened();
  const key = approvalKey(approval);
  const { to_approve, agent_user_name } = approval;
  return (
    <Link
      to={addressOf(key)}
      data-approval={key}
      aria-current={opened === key ? "true" : undefined}
      // The link of an open approval changes no address and so moves no focus.
      onClick={() => opened === key && focusReview()}
    >
      {to_approve}
      <span className="is-sr-only"> of {agent_user_name}: review</span>
    </Link>
  );
}

interface ApprovalsColumns {
  /** The server's day in New York; undefined until it is known. */
  today: string | undefined;
  /** For a phone: the review is the row's only link, so that a thumb cannot miss it. */
  hasOneLink: boolean;
}

export const approvalsColumns = ({
  today,
  hasOneLink,
}: ApprovalsColumns): readonly ColumnGroup<ApprovalRow>[] => [
  {
    title: null,
    columns: [
      {
        kind: "text",
        key: "date",
        title: "Date",
        name: "Date",
        sortable: true,
        text: (row) => businessTimeToSecond(row.date),
        cell: (row) => (
          <span className="date-and-age">
            <When text={businessTimeToSecond(row.date)} />
            {today && <Age instant={row.date} today={today} />}
          </span>
        ),
      },
      {
        kind: "text",
        key: "agent_user_name",
        title: "Agent",
        name: "Agent",
        sortable: true,
        elastic: true,
        text: (row) => row.agent_user_name,
        cell: (row) =>
          hasOneLink ? (
            row.agent_user_name
          ) : (
            <KnownLink to={`/psychics/${row.agent_user_id}`}>{row.agent_user_name}</KnownLink>
          ),
      },
      {
        kind: "text",
        key: "to_approve",
        title: "Type",
        name: "Type",
        sortable: true,
        text: (row) => row.approvals.map(({ to_approve }) => to_approve).join(", "),
        cell: (row) => (
          <span className="review-links">
            {pairsOf(row.approvals).map((pair) => (
              <span key={pair[0]?.to_approve} className="review-pair">
                {pair.map((approval) => (
                  <span key={approval.to_approve}>
                    <ReviewLink approval={approval} /> <small>{ownAge(approval, row, today)}</small>
                  </span>
                ))}
              </span>
            ))}
            {hasOneLink && <Icon name="next" size={16} />}
          </span>
        ),
      },
    ],
  },
];
