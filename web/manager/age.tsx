import { ageOf, ageWords } from "./dashboard/dashboard-view.ts";
import "#web/ui/status-tag.scss";
import "./age.scss";

/** An approval that waits longer than this many days is late, or very late. */
const lateAfter = 3;
const veryLateAfter = 7;

/** The tone of an approval's age, and of words about it. Red means a refusal, and is not for ages. */
export function ageTone(age: number): "" | "is-waiting" | "is-waiting is-very-late" {
  if (age > veryLateAfter) return "is-waiting is-very-late";
  return age > lateAfter ? "is-waiting" : "";
}

/** How long an approval has waited, in New York days. */
export function Age({ instant, today }: { instant: string; today: string }) {
  const age = ageOf(instant, today);
  return <span className={`age status-tag ${ageTone(age)}`.trim()}>{ageWords(age)}</span>;
}
