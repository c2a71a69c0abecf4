import { useState } from "react";
import type { AvailabilityCode } from "#web/features/availability.ts";
import { useNow } from "#web/lib/use-now.ts";
import { Button } from "#web/ui/button.tsx";
import { minutesSince } from "./question-times.ts";
import { useAvailabilityChange } from "./use-availability-change.ts";
import "./dashboard.scss";

interface MissedQuestionProps {
  psychicId: number;
  endedAt: string;
  code: AvailabilityCode;
}

/** "Still there?" after a missed call, with Unavailable one tap away. */
export function MissedQuestion({ psychicId, endedAt, code }: MissedQuestionProps) {
  const now = useNow();
  const [seen, setSeen] = useState<string>();
  const { changing, problem, change } = useAvailabilityChange(psychicId, code);
  if (seen === endedAt) return null;
  return (
    <section className="question" aria-labelledby="missed-question">
      <h2 id="missed-question" className="question-title">
        You missed a call {minutesSince(endedAt, now)} ago. Still there?
      </h2>
      <div className="form-buttons">
        <Button look="primary" onClick={() => setSeen(endedAt)}>
          Yes, I’m Here
        </Button>
        <Button busy={changing !== undefined} onClick={() => change("U", code)}>
          Unavailable
        </Button>
      </div>
      <p className="help is-danger" role="alert">
        {problem}
      </p>
    </section>
  );
}
