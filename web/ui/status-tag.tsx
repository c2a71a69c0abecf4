import "./status-tag.scss";
/** One meaning, one colour, one word, everywhere; never colour alone. */
export const tones: Record<string, string> = {
  Active: "is-good",
  Approved: "is-good",
  Available: "is-good",
  "Signed in": "is-good",
  Pending: "is-waiting",
  Flagged: "is-waiting",
  "On Alert": "is-waiting",
  Changed: "is-waiting",
  Blacklist: "is-bad",
  Rejected: "is-bad",
  Busy: "is-bad",
  Reserved: "is-reserved",
};

/** A state as a tag: its own word on its own colour; grey for any other. */
export function StatusTag({ status }: { status: string }) {
  return <span className={`status-tag ${tones[status] ?? ""}`.trim()}>{status}</span>;
}
