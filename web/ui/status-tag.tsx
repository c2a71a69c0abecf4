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

/** The states of a moment. An availability of a newer platform is "N/A". */
const live = new Set([
  ...["Available", "On Alert", "Busy", "Reserved", "Unavailable", "N/A", "Signed in"],
]);

/**
 * Shows a state as a tag in its color; gray for an unknown state. The state of a moment, such as an
 * availability, has a dot on a tinted ground. What somebody has set, such as the status of an
 * account, has an outline.
 */
export function StatusTag({ status }: { status: string }) {
  const classes = ["status-tag", tones[status], live.has(status) && "is-live"];
  return <span className={classes.filter(Boolean).join(" ")}>{status}</span>;
}
