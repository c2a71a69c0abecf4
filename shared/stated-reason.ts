import { text, typedAtMost } from "./fields.ts";
import { oneLine } from "./rules/one-line.ts";

const tooLong = "The reason has at most 200 characters";

/** Why staff do what the person concerned, or the owners, later read about. One visible line. */
export const statedReason = text(typedAtMost(200), "Say why", tooLong)
  .overwrite(oneLine)
  .min(5, "Say why, in at least 5 characters")
  .max(200, tooLong);
