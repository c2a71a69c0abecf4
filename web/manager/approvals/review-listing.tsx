import { useQuery } from "@tanstack/react-query";
import { listingEndpoints } from "#shared/listings.ts";
import { save } from "#web/api/save.ts";
import { versionedQuery } from "#web/api/versioned-query.ts";
import { emptyListing, listingRows, valuesOf } from "#web/features/listing/listing-values.ts";
import { Comparison } from "./comparison.tsx";
import { type ReviewProps, ReviewState } from "./review-state.tsx";
import { VerdictButtons } from "./verdict-buttons.tsx";

/** A pending listing beside the approved one. */
export function ReviewListing({ userId, onDecided }: ReviewProps) {
  const request = { params: { id: String(userId) } };
  const { data, error, refetch } = useQuery(versionedQuery(listingEndpoints.listListings, request));
  const waiting = data?.data.Pending;
  if (!data || !waiting) return <ReviewState loaded={data} error={error} onRetry={refetch} />;

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
