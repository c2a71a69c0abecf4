import type { RequestOf, ResponseOf } from "#shared/http/endpoint.ts";
import type { listingEndpoints } from "#shared/listings.ts";
import {
  listingDifferences,
  listingRows,
  lockedBy,
  valuesOf,
} from "#web/features/listing/listing-values.ts";
import type { Edit } from "../entry.ts";
import type { Line } from "./thing.ts";

type Body = RequestOf<typeof listingEndpoints.submitListing>["body"];
type Listings = ResponseOf<typeof listingEndpoints.listListings>;

const typed = ({ listing }: Body) =>
  valuesOf({ ...listing, categories: [listing.categories].flat().map(Number) });

export function lines(body: Body, _: Edit, current: Listings | undefined): Line[] {
  const mine = typed(body);
  if (!current) return listingRows(mine, mine).map(({ label, mine }) => ({ label, mine }));
  const theirs = valuesOf(current.Pending ?? current.Rejected ?? current.Approved ?? null);
  return listingDifferences(mine, theirs);
}

export const locked = (current: Listings) => lockedBy(current);

export const draft = { form: "listing", values: typed };
