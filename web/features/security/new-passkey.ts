import {
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
} from "@simplewebauthn/browser";
import { factorEndpoints } from "#shared/factors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { call } from "#web/api/call.ts";
import { save } from "#web/api/save.ts";
import { deviceName } from "#web/lib/device-name.ts";

type NewPasskey = BodyOf<typeof factorEndpoints.addPasskey>;

async function makePasskey(options: object, useAutoRegister = false): Promise<NewPasskey> {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  const { id, rawId, response } = await startRegistration({ optionsJSON, useAutoRegister });
  const { clientDataJSON, attestationObject, transports } = response;
  return {
    name: deviceName(navigator.userAgent),
    credential: {
      ...{ id, rawId, type: "public-key" },
      response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
    },
  };
}

/**
 * Makes a passkey on this device, and adds it to the account.
 * @returns the recovery codes that come with a user's first passkey or code app.
 */
export async function addPasskey(): Promise<string[] | null> {
  const begun = await save(factorEndpoints.beginPasskey, {});
  const body = await makePasskey(begun.data ?? {});
  const { data } = await save(factorEndpoints.addPasskey, { body });
  return data?.recovery_codes ?? null;
}

/** Some browsers make a passkey without a question, right after a sign-in with a password. */
export async function addPasskeySilently(): Promise<void> {
  const can = await window.PublicKeyCredential.getClientCapabilities?.();
  if (!can?.conditionalCreate) return;
  const body = await makePasskey(await call(factorEndpoints.beginPasskey), true);
  await call(factorEndpoints.addPasskey, { body });
}
