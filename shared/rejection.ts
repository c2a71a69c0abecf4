import { z } from "zod";

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
