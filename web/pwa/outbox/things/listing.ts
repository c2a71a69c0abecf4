import { type Listing, listingEndpoints } from "#shared/listings.ts";
import { linesOf, paragraphsOf } from "#shared/rules/paragraphs.ts";
import { defineThing, descriptions } from "./thing.ts";

export const listing = defineThing({
  name: "listing",
  title: "Listing",
  screen: "/psychic/listing",
  edits: [listingEndpoints.submitListing],
  merge: (_, later) => later,
  overlay: {
    answers: [listingEndpoints.listListings],
    show: ({ Rejected: _, ...others }, { listing }, __, madeAt) => {
      const pending: Listing = {
        sales_pitch: listing.sales_pitch,
        body: paragraphsOf(linesOf(listing.body)),
        categories: [listing.categories].flat().map(Number),
        status: "Pending",
        updated_at: new Date(madeAt).toISOString(),
        reason: null,
      };
      return { ...others, Pending: pending };
    },
  },
  describe: async () => (await descriptions()).listing,
});
