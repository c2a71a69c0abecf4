import { z } from "zod";
import { text, typedAtMost } from "./fields.ts";
import { problemCategories } from "./reference/problem-categories.ts";
import { visibleText } from "./rules/one-line.ts";

export const problemDetailsAtMost = 4000;

/** The fields of a report, with the messages of its form. */
export const problemFields = {
  category: z.enum(problemCategories, { error: "Unknown category" }),
  details: text(typedAtMost(problemDetailsAtMost), "Details are required", "Details are too long")
    .overwrite(visibleText)
    .min(1, "Details are required")
    .max(problemDetailsAtMost, "Details are too long"),
};
