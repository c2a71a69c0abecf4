import "./status-tag.scss";
/** Each meaning has one color and one word on all screens; never color alone. */
export const tones: Record<string, string> = {
  Active: "is-good",
  Approved: "is-good",
  Available: "is-good",
  "Signed in": "is-good",
  Pending: "is-waiting",
  Flagged: "is-waiting",
  "On Alert": "is-waiting",
  Changed: "is-waiting",
  Invited: "is-waiting",
  Blacklist: "is-bad",
  Rejected: "is-bad",
  Busy: "is-bad",
  Reserved: "is-reserved",
};

/** Shows a state as a tag in its color; gray for an unknown state. */
export function StatusTag({ status }: { status: string }) {
  return <span className={`status-tag ${tones[status] ?? ""}`.trim()}>{status}</span>;
}
