import { z } from "zod";
import { instant, text } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import {
  categoryIds,
  listingFields,
  missingCategory,
  tooManyCategories,
} from "./listing-fields.ts";
import { psychicParams } from "./psychics.ts";
import { rejection } from "./rejection.ts";

const listing = z.object({
  /** Plain text. */
  sales_pitch: z.string(),
  /** Each line a `<p>` paragraph of escaped text. */
  body: z.string(),
  categories: z.array(z.int()),
  status: z.enum(["Approved", "Pending", "Rejected"]),
  updated_at: instant,
  /** Why it was rejected, if the manager gave a reason. */
  reason: z.string().nullable(),
});
z.globalRegistry.add(listing, { id: "Listing" });
export type Listing = z.infer<typeof listing>;

const idOf = (text: string) => (/^\s*\d+\s*$/.test(text) ? Number(text) : 0);
const joinedCategories = text(1000, missingCategory, tooManyCategories).transform((given) =>
  given.trim() === "" ? [] : given.split(",").map(idOf),
);

const decision = {
  method: "POST",
  access: "staff",
  needs: "approve-content",
  params: psychicParams,
  about: { psychic: "id" },
  versioned: "listings",
  refuses: [404],
} as const;

export const listingEndpoints = defineEndpoints({
  listListings: {
    method: "GET",
    path: "/psychics/{id}/listings",
    access: "self-or-staff",
    needs: "see-psychics",
    summary: "Get a psychic's listing in each status that it has.",
    params: psychicParams,
    response: z.object({
      Approved: listing.optional(),
      Pending: listing.optional(),
      Rejected: listing.optional(),
    }),
    versioned: "listings",
    // An edit made without a network starts from the stored listing.
    keepOffline: true,
    refuses: [404],
  },
  submitListing: {
    method: "POST",
    path: "/psychics/{id}/listings",
    access: "self-or-staff",
    needs: "edit-psychics",
    summary:
      "Submit for approval. Markup is stripped. Categories are ids: a list or comma-separated.",
    params: psychicParams,
    body: z.strictObject({
      listing: z.strictObject({
        ...listingFields,
        categories: z
          .union([categoryIds, joinedCategories], { error: missingCategory })
          .pipe(listingFields.categories),
      }),
    }),
    about: { psychic: "id" },
    versioned: "listings",
    queueable: true,
    // A client may send back a body with the HTML escapes that we sent, and JSON may escape each of
    // its characters again. There must be room for that.
    bodyChecks: { maxBytes: 80_000 },
    refuses: [404],
  },
  approveListing: {
    ...decision,
    path: "/psychics/{id}/listings/approve",
    summary: "Approve the pending listing. It replaces the approved one.",
  },
  rejectListing: {
    ...decision,
    path: "/psychics/{id}/listings/reject",
    summary: "Reject the pending listing. The psychic sees the reason, if you give one.",
    body: rejection,
  },
  removeRejectedListing: {
    method: "POST",
    path: "/psychics/{id}/listings/delete_rejected",
    access: "self-or-staff",
    needs: "edit-psychics",
    summary: "Remove the rejected listing.",
    params: psychicParams,
    about: { psychic: "id" },
    versioned: "listings",
    refuses: [404],
  },
});
