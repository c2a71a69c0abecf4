import {
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";
import { factorEndpoints, type PasskeyAnswer } from "#shared/factors.ts";
import { call } from "#web/api/call.ts";

/**
 * Asks the browser for one of its passkeys.
 * @param suggestUntil shows them only among the suggestions of the username field, until this is
 *   aborted. The promise then waits until the user chooses one.
 */
export async function askPasskey(suggestUntil?: AbortSignal): Promise<PasskeyAnswer> {
  const options = await call(factorEndpoints.getPasskeyChallenge);
  // A browser asks for one thing at a time: late suggestions would end what the user has asked for.
  suggestUntil?.throwIfAborted();
  suggestUntil?.addEventListener("abort", () => WebAuthnAbortService.cancelCeremony());
  const { id, rawId, response } = await startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill: suggestUntil !== undefined,
  });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    ...{ id, rawId, type: "public-key" },
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  };
}
