import {
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";
import { factorEndpoints, type PasskeyAnswer } from "#shared/factors.ts";
import { ApiError } from "#web/api/api-error.ts";
import { call } from "#web/api/call.ts";
import { reasonOf } from "#web/api/error-sentences.ts";

/**
 * Asks the browser for one of its passkeys.
 * @param asSuggestion shows them only among the suggestions of the username field. The promise then
 *   waits until the user chooses one.
 */
export async function askPasskey({ asSuggestion = false } = {}): Promise<PasskeyAnswer> {
  const options = await call(factorEndpoints.getPasskeyChallenge);
  const { id, rawId, response } = await startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill: asSuggestion,
  });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    ...{ id, rawId, type: "public-key" },
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  };
}

/** Takes back what the browser asks. A waiting `askPasskey` fails with an `AbortError`. */
export const stopAsking = () => WebAuthnAbortService.cancelCeremony();

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
