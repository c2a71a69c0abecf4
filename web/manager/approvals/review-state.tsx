import { sentenceOf } from "#web/api/error-sentences.ts";
import { EmptyPanel } from "#web/ui/empty-panel.tsx";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

export interface ReviewProps {
  userId: number;
  /** Opens the next approval. */
  onDecided: () => void;
}

interface ReviewStateProps {
  /** The server's answer, if it says that nothing is pending; otherwise undefined. */
  loaded: object | undefined;
  error: Error | null;
  onRetry: () => void;
}

/** Shown instead of a review while it loads, after a failure, or when nothing is pending. */
export function ReviewState({ loaded, error, onRetry }: ReviewStateProps) {
  if (loaded) {
    return (
      <EmptyPanel
        title="This is no longer pending"
        text="It has already been approved or rejected. The list shows what is still pending."
      />
    );
  }
  if (error) {
    return (
      <FailurePanel
        title="The pending change could not be loaded"
        text={sentenceOf(error)}
        onRetry={onRetry}
      />
    );
  }
  return (
    <div className="state-panel">
      <Spinner label="Loading the pending change" />
    </div>
  );
}
