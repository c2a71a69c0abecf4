import { text, typedAtMost } from "./fields.ts";
import { oneLine } from "./rules/one-line.ts";

const tooLong = "The reason has at most 200 characters";

/** The reason that staff state for an action, for the person concerned or for owners. One line. */
export const statedReason = text(typedAtMost(200), "Say why", tooLong)
  .overwrite(oneLine)
  .min(5, "Say why, in at least 5 characters")
  .max(200, tooLong);
