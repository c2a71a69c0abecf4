import { z } from "zod";
import { instant } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { psychicParams } from "./psychics.ts";
import { foldCategories, isCategory } from "./reference/categories.ts";
import { categoriesAtMost, listingBodyAtMost, salesPitchAtMost } from "./rules/listing.ts";
import { linesOf, paragraphsOf } from "./rules/paragraphs.ts";

const listing = z.object({
  /** Plain text. */
  sales_pitch: z.string(),
  /** Each line a `<p>` paragraph of escaped text. */
  body: z.string(),
  categories: z.array(z.int()),
  status: z.enum(["Approved", "Pending", "Rejected"]),
  updated_at: instant,
  /** Why it was rejected, if anybody said so. */
  reason: z.string().nullable(),
});
export type Listing = z.infer<typeof listing>;

const missingPitch = "Sales Pitch is required";
const missingBody = "Listing Body is required";
const missingCategory = "You must select at least one category";

const salesPitch = z
  .string({ error: missingPitch })
  .transform((text) => linesOf(text).join(" "))
  .pipe(
    z
      .string()
      .min(1, missingPitch)
      .max(salesPitchAtMost, `Sales Pitch cannot exceed ${salesPitchAtMost} characters`),
  );

const body = z
  .string({ error: missingBody })
  .transform(linesOf)
  .refine((lines) => lines.length > 0, missingBody)
  .refine(
    (lines) => lines.join("\n").length <= listingBodyAtMost,
    `Listing Body cannot exceed ${listingBodyAtMost} characters`,
  )
  .transform(paragraphsOf);

const idOf = (text: string) => (/^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN);
const joined = z
  .string()
  .transform((text) => (text.trim() === "" ? [] : text.split(",").map(idOf)));

const categories = z
  .union([z.array(z.number()), joined], { error: missingCategory })
  .transform(foldCategories)
  .refine((ids) => ids.length > 0, missingCategory)
  .refine((ids) => ids.every(isCategory), "Category is not valid")
  .refine(
    (ids) => ids.length <= categoriesAtMost,
    `You can select at most ${categoriesAtMost} categories`,
  );

/** Why something was rejected; whoever rejects may leave it out. */
export const rejection = z
  .strictObject({
    reason: z
      .string({ error: "Reason is not valid" })
      .trim()
      .max(500, "Reason cannot exceed 500 characters")
      .nullish(),
  })
  .optional();

const decision = {
  method: "POST",
  access: "manager",
  params: psychicParams,
  versioned: "listings",
  refuses: [404],
} as const;

export const listingEndpoints = defineEndpoints({
  listListings: {
    method: "GET",
    path: "/psychics/{id}/listings",
    access: "self-or-manager",
    summary: "A psychic's listing in each state that it has.",
    params: psychicParams,
    response: z.object({
      Approved: listing.optional(),
      Pending: listing.optional(),
      Rejected: listing.optional(),
    }),
    versioned: "listings",
    refuses: [404],
  },
  submitListing: {
    method: "POST",
    path: "/psychics/{id}/listings",
    access: "self-or-manager",
    summary: "Submit for approval. Markup is stripped; categories are ids, a list or comma-joined.",
    params: psychicParams,
    body: z.strictObject({
      listing: z.strictObject({ sales_pitch: salesPitch, body, categories }),
    }),
    versioned: "listings",
    queueable: true,
    refuses: [404],
  },
  approveListing: {
    ...decision,
    path: "/psychics/{id}/listings/approve",
    summary: "Approve the listing that waits; it takes the place of the approved one.",
  },
  rejectListing: {
    ...decision,
    path: "/psychics/{id}/listings/reject",
    summary: "Reject the listing that waits, with a reason for its psychic if there is one.",
    body: rejection,
  },
  removeRejectedListing: {
    method: "POST",
    path: "/psychics/{id}/listings/delete_rejected",
    access: "self-or-manager",
    summary: "Remove the rejected listing.",
    params: psychicParams,
    versioned: "listings",
    refuses: [404],
  },
});
