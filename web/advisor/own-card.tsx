import { sentenceOf } from "../api/error-sentences.ts";
import { PsychicCard } from "../features/psychic-card.tsx";
import { usePsychic } from "../features/use-psychic.ts";
import { FailurePanel } from "../ui/failure-panel.tsx";
import { Spinner } from "../ui/spinner.tsx";

/** Who is signed in, as customers' calls and letters reach them. */
export function OwnCard({ psychicId }: { psychicId: number }) {
  const { data, error, refetch } = usePsychic(psychicId);
  if (data) return <PsychicCard psychic={data} />;
  return (
    <section className="panel psychic-card is-awaited" aria-label="Psychic">
      {error ? (
        <FailurePanel
          title="Your account could not be loaded"
          text={sentenceOf(error)}
          onRetry={refetch}
        />
      ) : (
        <Spinner label="Loading your account" />
      )}
    </section>
  );
}
