import { sentenceOf } from "../../api/error-sentences.ts";
import { EmptyPanel } from "../../ui/empty-panel.tsx";
import { FailurePanel } from "../../ui/failure-panel.tsx";
import { Spinner } from "../../ui/spinner.tsx";

export interface ReviewProps {
  userId: number;
  /** Goes on to the next one. */
  onDecided: () => void;
}

interface ReviewStateProps {
  /** Set once the answer is there and holds nothing that waits. */
  gone: object | undefined;
  error: Error | null;
  onRetry: () => void;
}

/** What stands in place of a review that is not there, or not yet. */
export function ReviewState({ gone, error, onRetry }: ReviewStateProps) {
  if (gone) {
    return (
      <EmptyPanel
        title="This no longer waits"
        text="It was decided about meanwhile. The list shows what still waits."
      />
    );
  }
  if (error) {
    return (
      <FailurePanel
        title="What waits could not be loaded"
        text={sentenceOf(error)}
        onRetry={onRetry}
      />
    );
  }
  return (
    <div className="state-panel">
      <Spinner label="Loading what waits" />
    </div>
  );
}
