import { z } from "zod";
import { text, typedAtMost } from "./fields.ts";
import { longReason, reasonAtMost } from "./rules/reason.ts";

/** Why something was rejected; optional. */
export const rejection = z
  .strictObject({
    reason: text(typedAtMost(reasonAtMost), "Reason is not valid", longReason)
      .trim()
      .max(reasonAtMost, longReason)
      .nullish(),
  })
  .optional();
