import type { factorEndpoints } from "#shared/factors.ts";
import type { Cast, Example } from "./examples.ts";
import { anotherManager } from "./staff-examples.ts";

const passkeyParts = { id: "AAAA", rawId: "AAAA", type: "public-key" };
const unknownPasskey = {
  ...passkeyParts,
  response: { clientDataJSON: "e30", authenticatorData: "AAAA", signature: "AAAA" },
};
const uncheckedPasskey = {
  ...passkeyParts,
  response: { clientDataJSON: "e30", attestationObject: "AAAA" },
};

/** The examples of passkeys and codes. */
export const factorExamples: Record<keyof typeof factorEndpoints, (cast: Cast) => Example> = {
  // No sign-in waits for a code.
  signInWithCode: () => ({ body: { code: "123456" }, status: 401 }),
  getPasskeyChallenge: () => ({}),
  // No user has a passkey or a code app.
  signInWithPasskey: () => ({ body: { credential: unknownPasskey }, status: 422 }),
  getFactors: () => ({}),
  beginPasskey: () => ({}),
  addPasskey: () => ({ body: { name: "Phone", credential: uncheckedPasskey }, status: 422 }),
  renamePasskey: () => ({ params: { id: 999_999 }, body: { name: "Phone" }, status: 404 }),
  removePasskey: () => ({ params: { id: 999_999 }, status: 404 }),
  beginCodeApp: () => ({}),
  confirmCodeApp: () => ({ body: { code: "123456" }, status: 409 }),
  removeCodeApp: () => ({ status: 404 }),
  makeRecoveryCodes: () => ({ status: 409 }),
  resetStaffFactors: () => ({ prepare: anotherManager }),
  resetPsychicFactors: ({ subject }) => ({ params: { id: subject } }),
};
