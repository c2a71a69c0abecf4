import { z } from "zod";
import { foldCategories, isCategory } from "./reference/categories.ts";
import { categoriesAtMost, listingBodyAtMost, salesPitchAtMost } from "./rules/listing.ts";
import { linesOf, paragraphsOf } from "./rules/paragraphs.ts";

const missingPitch = "Sales Pitch is required";
const missingBody = "Listing Body is required";
export const missingCategory = "You must select at least one category";

/** What a listing says, with the messages of its form; as it comes out it is kept. */
export const listingFields = {
  sales_pitch: z
    .string({ error: missingPitch })
    .transform((text) => linesOf(text).join(" "))
    .pipe(
      z
        .string()
        .min(1, missingPitch)
        .max(salesPitchAtMost, `Sales Pitch cannot exceed ${salesPitchAtMost} characters`),
    ),
  body: z
    .string({ error: missingBody })
    .transform(linesOf)
    .refine((lines) => lines.length > 0, missingBody)
    .refine(
      (lines) => lines.join("\n").length <= listingBodyAtMost,
      `Listing Body cannot exceed ${listingBodyAtMost} characters`,
    )
    .transform(paragraphsOf),
  categories: z
    .array(z.number())
    .transform(foldCategories)
    .refine((ids) => ids.length > 0, missingCategory)
    .refine((ids) => ids.every(isCategory), "Category is not valid")
    .refine(
      (ids) => ids.length <= categoriesAtMost,
      `You can select at most ${categoriesAtMost} categories`,
    ),
};
