import { ageOf, ageWords, lateAfter } from "../dashboard/dashboard-view.ts";
import "#web/ui/status-tag.scss";
import "./approvals.scss";

/** An approval that waits longer than this many days is very late. */
const veryLateAfter = 7;

/** How long an approval has waited, in New York days. */
export function Age({ instant, today }: { instant: string; today: string }) {
  const age = ageOf(instant, today);
  const tone = age > veryLateAfter ? "is-bad" : "is-waiting";
  return (
    <span className={age > lateAfter ? `age status-tag ${tone}` : "age"}>{ageWords(age)}</span>
  );
}
