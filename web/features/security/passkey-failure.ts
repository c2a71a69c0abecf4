import { ApiError } from "#web/api/api-error.ts";
import { reasonOf } from "#web/api/error-sentences.ts";

/** Says why a passkey was not used or not made. */
export function passkeyFailure(error: unknown): string {
  if (error instanceof ApiError) return reasonOf(error);
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError") {
    return "Nothing happened: you canceled it, it took too long, or there is no passkey here.";
  }
  if (name === "InvalidStateError") return "This device has a passkey of your account already.";
  return "This browser could not do this. Use another way, or another browser.";
}
