import { ApiError } from "#web/api/api-error.ts";
import { reasonOf } from "#web/api/error-sentences.ts";

/** Says why a passkey was not used or not made. */
export function passkeyFailure(error: unknown): string {
  if (error instanceof ApiError) return reasonOf(error);
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError") {
    return "That did not work. You canceled it, it took too long, or this device has no passkey for your account. Try again, or use another way.";
  }
  if (name === "InvalidStateError") return "This device already has a passkey for your account.";
  return "This browser could not use a passkey. Try another browser, or another way.";
}
