import { ApiError, type FailureCode } from "./api-error.ts";

/** A sentence for each code; a code without one does not compile. */
const sentences: Record<FailureCode, string> = {
  not_readable: "Something was wrong with this request. Reload the page and try again.",
  not_signed_in: "You are no longer signed in. Please sign in again.",
  not_allowed: "Your account does not allow this.",
  not_found: "This is not here any more. Go back and reload the list.",
  wrong_method: "This is not possible here.",
  state_forbids: "This is not possible now. Reload to see what changed.",
  confirmation_needed: "Confirm that it is you to do this. Nothing was changed.",
  factor_needed: "Use your passkey or enter a code to sign in.",
  factor_setup_needed: "Add a passkey or a code app to sign in.",
  other_user: "Another user is signed in on this device now. Sign in again.",
  stale_version:
    "This has changed since you opened it. Your changes were not saved. Reload and make them again.",
  condition_failed: "This has changed. Please reload the page.",
  too_large: "This is too large to send. Choose a smaller file or shorten the text.",
  unsupported_type: "The server does not accept this kind of data.",
  invalid: "Some fields are not valid.",
  key_reused: "This was already sent with different contents. Please try again.",
  range_not_satisfiable: "This part of the recording does not exist.",
  too_many: "Too many tries. Please wait a while, then try again.",
  internal: "Something went wrong on our side, and nothing was changed. Try again in a minute.",
  misconfigured:
    "The portal is not configured correctly, so nobody can sign in. Please tell your manager.",
  unavailable: "The service is not available right now. Please try again in a minute.",
  offline: "The server could not be reached. Check your connection and try again.",
};

/** Tells the user why a call failed. */
export function sentenceOf(error: unknown): string {
  return sentences[error instanceof ApiError ? error.code : "internal"];
}

/** The server's own reason, which names the field, people or numbers, or else the usual sentence. */
export function reasonOf(error: unknown): string {
  const { errors, detail } = (error instanceof ApiError && error.problem) || {};
  return errors?.[0]?.message ?? detail ?? sentenceOf(error);
}
