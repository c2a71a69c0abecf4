import "./status-tag.scss";

/**
 * Each meaning has one color and one word on all screens; never color alone. A state of the moment,
 * such as an availability, is "live": it has a dot on a tinted ground. What somebody has set, such
 * as the status of an account, has an outline.
 */
export const looks: Record<string, string> = {
  Active: "is-good",
  Approved: "is-good",
  Available: "is-good is-live",
  "Signed in": "is-good is-live",
  Pending: "is-waiting",
  Flagged: "is-waiting",
  "On Alert": "is-waiting is-live",
  Changed: "is-waiting",
  Invited: "is-waiting",
  Blacklist: "is-bad",
  Rejected: "is-bad",
  Busy: "is-bad is-live",
  Reserved: "is-reserved is-live",
  Unavailable: "is-live",
  "N/A": "is-live",
};

/** Shows a state as a tag in its color; gray and with an outline for an unknown state. */
export function StatusTag({ status }: { status: string }) {
  return <span className={`status-tag ${looks[status] ?? ""}`.trim()}>{status}</span>;
}
