import { useQuery } from "@tanstack/react-query";
import { listingEndpoints } from "#shared/listings.ts";
import { save } from "#web/api/save.ts";
import { versionedQuery } from "#web/api/versioned-query.ts";
import { CustomerCard } from "#web/features/listing/customer-card.tsx";
import { emptyListing, listingRows, valuesOf } from "#web/features/listing/listing-values.ts";
import { usePsychic } from "#web/features/use-psychic.ts";
import { Comparison } from "./comparison.tsx";
import { type ReviewProps, ReviewState } from "./review-state.tsx";
import { VerdictButtons } from "./verdict-buttons.tsx";
import "./approvals.scss";

/** A pending listing beside the approved one. */
export function ReviewListing({ userId, onDecided }: ReviewProps) {
  const request = { params: { id: String(userId) } };
  const psychic = usePsychic(userId);
  const { data, error, refetch } = useQuery(versionedQuery(listingEndpoints.listListings, request));
  const waiting = data?.data.Pending;
  // A card that came later would push the buttons away from under the pointer.
  if (!data || !waiting || psychic.isLoading) {
    return <ReviewState loaded={waiting ? undefined : data} error={error} onRetry={refetch} />;
  }

  const live = data.data.Approved ? valuesOf(data.data.Approved) : emptyListing;
  const baseVersion = data.version ?? undefined;
  const rows = listingRows(valuesOf(waiting), live).map(({ label, mine, theirs }) => ({
    label,
    live: theirs,
    waiting: mine,
  }));
  return (
    <>
      {!data.data.Approved && <p className="help">No listing has been approved yet.</p>}
      <Comparison rows={rows} />
      {psychic.data && (
        <section className="review-preview" aria-labelledby="review-preview">
          <h3 className="section-title" id="review-preview">
            What Customers Will See
          </h3>
          <CustomerCard psychic={psychic.data} listing={valuesOf(waiting)} />
        </section>
      )}
      <VerdictButtons
        userId={userId}
        what="Listing"
        version={baseVersion}
        takesReason
        approve={() => save(listingEndpoints.approveListing, request, baseVersion)}
        reject={(reason) =>
          save(listingEndpoints.rejectListing, { ...request, body: { reason } }, baseVersion)
        }
        onDecided={onDecided}
      />
    </>
  );
}
