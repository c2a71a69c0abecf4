import type { ReactNode } from "react";
import type { WeekHours } from "#shared/hours.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

interface HoursResultProps {
  result: { data: WeekHours | undefined; error: Error | null; refetch: () => unknown };
  children: (data: WeekHours) => ReactNode;
}

/** The hours of the week once they are there; until then a spinner, or why they did not load. */
export function HoursResult({ result, children }: HoursResultProps) {
  const { data, error, refetch } = result;
  if (data) return children(data);
  if (error) {
    return (
      <FailurePanel
        title="The hours could not be loaded"
        text={sentenceOf(error)}
        onRetry={refetch}
      />
    );
  }
  return (
    <div className="state-panel">
      <Spinner label="Loading the hours" />
    </div>
  );
}
