import { categories } from "#shared/reference/categories.ts";
import { linesOf } from "#shared/rules/paragraphs.ts";
import type { Difference } from "#web/ui/form/conflict-modal.tsx";

/** A listing as its form holds it: the body is plain lines. */
export interface ListingValues {
  sales_pitch: string;
  body: string;
  categories: number[];
}

/**
 * The reason why nobody can submit another listing while these listings exist; undefined if
 * somebody can.
 */
export const lockedBy = ({ Pending }: { Pending?: unknown }) =>
  Pending
    ? "A listing already waits for approval. You cannot submit another one until a manager has approved or rejected it."
    : undefined;

export const emptyListing: ListingValues = { sales_pitch: "", body: "", categories: [] };

/** Converts a listing from the API into the values of the form. */
export function valuesOf(listing: ListingValues | null): ListingValues {
  if (!listing) return emptyListing;
  const { sales_pitch, body, categories: ids } = listing;
  return { sales_pitch, body: linesOf(body).join("\n"), categories: ids };
}

/** The names of category ids, in the order of the form. */
export function writtenCategories(ids: readonly number[]): string {
  return categories
    .filter(({ id }) => ids.includes(id))
    .map(({ name }) => name)
    .join(", ");
}

/** Compares two versions of a listing, for people. */
export function listingRows(mine: ListingValues, theirs: ListingValues): Difference[] {
  return [
    {
      label: "Categories",
      mine: writtenCategories(mine.categories),
      theirs: writtenCategories(theirs.categories),
    },
    { label: "Sales Pitch", mine: mine.sales_pitch, theirs: theirs.sales_pitch },
    { label: "Bio Text", mine: mine.body, theirs: theirs.body },
  ];
}

export const listingDifferences = (mine: ListingValues, theirs: ListingValues) =>
  listingRows(mine, theirs).filter((row) => row.mine !== row.theirs);
