import { z } from "zod";
import { text, typedAtMost } from "./fields.ts";

/** Why something was rejected; whoever rejects may leave it out. */
export const rejection = z
  .strictObject({
    reason: text(typedAtMost(500), "Reason is not valid", "Reason cannot exceed 500 characters")
      .trim()
      .max(500, "Reason cannot exceed 500 characters")
      .nullish(),
  })
  .optional();
