import { z } from "zod";
import { listOf, text, typedAtMost } from "./fields.ts";
import { foldCategories, isCategory } from "./reference/categories.ts";
import { categoriesAtMost, listingBodyAtMost, salesPitchAtMost } from "./rules/listing.ts";
import { linesOf, paragraphsOf } from "./rules/paragraphs.ts";

const missingPitch = "Sales Pitch is required";
const missingBody = "Listing Body is required";
export const missingCategory = "You must select at least one category";
export const tooManyCategories = `You can select at most ${categoriesAtMost} categories`;
const longPitch = `Sales Pitch cannot exceed ${salesPitchAtMost} characters`;
const longBody = `Listing Body cannot exceed ${listingBodyAtMost} characters`;

/** More than a listing stores, because old categories are merged into one (D28). */
export const categoryIds = listOf(z.array(z.number()), 200, tooManyCategories);

/** The fields of a listing, with the messages of its form; their output is stored unchanged. */
export const listingFields = {
  sales_pitch: text(typedAtMost(salesPitchAtMost), missingPitch, longPitch)
    .transform((text) => linesOf(text).join(" "))
    .pipe(z.string().min(1, missingPitch).max(salesPitchAtMost, longPitch)),
  body: text(typedAtMost(listingBodyAtMost), missingBody, longBody)
    .transform(linesOf)
    .refine((lines) => lines.length > 0, missingBody)
    .refine((lines) => lines.join("\n").length <= listingBodyAtMost, longBody)
    .transform(paragraphsOf),
  categories: categoryIds
    .transform(foldCategories)
    .refine((ids) => ids.length > 0, missingCategory)
    .refine((ids) => ids.every(isCategory), "Category is not valid")
    .refine((ids) => ids.length <= categoriesAtMost, tooManyCategories),
};
