import { categories } from "#shared/reference/categories.ts";
import { linesOf } from "#shared/rules/paragraphs.ts";
import type { Difference } from "#web/ui/form/conflict-modal.tsx";

/** A listing as its form holds it: the body is plain lines. */
export interface ListingValues {
  sales_pitch: string;
  body: string;
  categories: number[];
}

export const emptyListing: ListingValues = { sales_pitch: "", body: "", categories: [] };

/** A listing of the wire as the form holds it. */
export function valuesOf(listing: ListingValues | null): ListingValues {
  if (!listing) return emptyListing;
  const { sales_pitch, body, categories: ids } = listing;
  return { sales_pitch, body: linesOf(body).join("\n"), categories: ids };
}

/** Category ids in words, in the order of the form. */
export function writtenCategories(ids: readonly number[]): string {
  return categories
    .filter(({ id }) => ids.includes(id))
    .map(({ name }) => name)
    .join(", ");
}

/** Two versions of a listing side by side, in words. */
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
