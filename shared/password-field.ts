import { text, typedAtMost } from "./fields.ts";

/** A new password: trimmed (D10), then 6 to 50 characters. */
export const newPassword = text(typedAtMost(50), "Password is required", "Password is invalid")
  .trim()
  .min(1, "Password is required")
  .min(6, "Password is invalid")
  .max(50, "Password is invalid");
