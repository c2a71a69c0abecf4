import { z } from "zod";
import { id, instant, listOf, pathId, text } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { session, timeZone } from "./sessions.ts";

/** A code from a code app, or a recovery code, as typed. */
const typedCode = text(100, "Enter the code");

/** A part of a passkey's answer, as base64url. Real ones are much shorter than the limit. */
const answerText = text(4000);

/** What a browser's passkey answers when a user signs in (`AuthenticationResponseJSON`). */
export const passkeyAnswer = z.object({
  id: text(1400),
  rawId: text(1400),
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: answerText,
    authenticatorData: answerText,
    signature: answerText,
    userHandle: text(200).optional(),
  }),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

/** What a browser answers when it has made a passkey (`RegistrationResponseJSON`). */
export const newPasskey = z.object({
  id: text(1400),
  rawId: text(1400),
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: answerText,
    attestationObject: text(8000),
    transports: listOf(z.array(text(20)).max(10), 10, "Too many transports").optional(),
  }),
});

const passkey = z.object({
  id,
  name: z.string(),
  /** The host whose pages may use it. */
  host: z.string(),
  created_at: instant,
  last_used_at: instant.nullable(),
});
z.globalRegistry.add(passkey, { id: "Passkey" });
export type Passkey = z.infer<typeof passkey>;

const factors = z.object({
  passkeys: z.array(passkey),
  /** When the user set up a code app; null without one. */
  code_app_since: instant.nullable(),
  recovery_codes_left: z.int(),
  /** Until when a member of staff may sign in with only a password; null if nothing is needed. */
  needed_by: instant.nullable(),
});
z.globalRegistry.add(factors, { id: "Factors" });
export type Factors = z.infer<typeof factors>;

/**
 * The recovery codes that come with a user's first passkey or code app. Shown once; null if the
 * user has codes already.
 */
const codes = z.array(z.string()).nullable();

/** The options that a browser's WebAuthn call takes, as JSON. */
const webAuthnOptions = z.looseObject({ challenge: z.string() });

const passkeyName = text(200, "Enter a name")
  .trim()
  .min(1, "Enter a name")
  .max(50, "A name has at most 50 characters");

const guesses = { bucket: "factor-network", points: 100, seconds: 900, by: "address" } as const;

/** With 409 `factor_needed`: the kinds of factors that the user can use on this host. */
export const usableFactors = z.object({ passkey: z.boolean(), code_app: z.boolean() });
export type UsableFactors = z.infer<typeof usableFactors>;

export const factorEndpoints = defineEndpoints({
  signInWithCode: {
    method: "POST",
    path: "/sessions/code",
    access: "public",
    summary:
      "Finish a sign-in whose password was right (409 `factor_needed`), with a code from the app or " +
      "a recovery code.",
    body: z.strictObject({ code: typedCode }),
    response: session,
    limits: [guesses],
    refuses: [401, 429],
    unkeyed: true,
    ownTransaction: true,
  },
  getPasskeyChallenge: {
    method: "POST",
    path: "/passkeys/challenge",
    access: "public",
    session: "none",
    summary: "Get the options with which a browser asks for a passkey. They expire in 10 minutes.",
    response: webAuthnOptions,
    status: 200,
    unkeyed: true,
    ownTransaction: true,
  },
  signInWithPasskey: {
    method: "POST",
    path: "/sessions/passkey",
    access: "public",
    summary: "Sign in with a passkey, without or after the password.",
    query: z.object({ time_zone: timeZone.optional() }),
    body: z.strictObject({ credential: passkeyAnswer }),
    response: session,
    limits: [guesses],
    refuses: [401, 429],
    unkeyed: true,
    ownTransaction: true,
  },
  getFactors: {
    method: "GET",
    path: "/factors",
    access: "signed-in",
    forSetup: true,
    summary: "Get the caller's passkeys, whether there is a code app, and how many codes are left.",
    response: factors,
  },
  beginPasskey: {
    method: "POST",
    path: "/passkeys/registration",
    access: "signed-in",
    forSetup: true,
    summary: "Get the options with which a browser makes a passkey. They expire in 10 minutes.",
    response: webAuthnOptions,
    status: 200,
    refuses: [409],
    unkeyed: true,
  },
  addPasskey: {
    method: "POST",
    path: "/passkeys",
    access: "signed-in",
    forSetup: true,
    summary:
      "Add a passkey to the caller's account. Needs a fresh confirmation. The first passkey or code " +
      "app comes with recovery codes, and completes a sign-in that waits for it.",
    body: z.strictObject({ name: passkeyName, credential: newPasskey }),
    response: z.object({ passkey, recovery_codes: codes }),
    status: 201,
    refuses: [409],
    unkeyed: true,
    ownTransaction: true,
  },
  renamePasskey: {
    method: "PUT",
    path: "/passkeys/{id}",
    access: "signed-in",
    summary: "Rename one of the caller's passkeys.",
    params: z.object({ id: pathId }),
    body: z.strictObject({ name: passkeyName }),
    refuses: [404],
  },
  removePasskey: {
    method: "DELETE",
    path: "/passkeys/{id}",
    access: "signed-in",
    summary:
      "Remove one of the caller's passkeys. Needs a fresh confirmation. The answer is 409 if staff " +
      "would then have only a password and their days without a factor are over.",
    params: z.object({ id: pathId }),
    refuses: [404, 409],
  },
  beginCodeApp: {
    method: "POST",
    path: "/code_app",
    access: "signed-in",
    forSetup: true,
    summary:
      "Get a new secret for a code app. Needs a fresh confirmation. The app counts only after " +
      "a code that it shows was given.",
    response: z.object({
      /** Base32, for typing. */
      secret: z.string(),
      /** `otpauth://…`, for a QR code. */
      address: z.string(),
    }),
    status: 200,
    refuses: [409],
    unkeyed: true,
  },
  confirmCodeApp: {
    method: "PUT",
    path: "/code_app",
    access: "signed-in",
    forSetup: true,
    summary:
      "Give a code of the new code app, which then replaces the old one. The first passkey or code " +
      "app comes with recovery codes, and completes a sign-in that waits for it.",
    body: z.strictObject({ code: typedCode }),
    response: z.object({ recovery_codes: codes }),
    status: 200,
    limits: [guesses],
    refuses: [409],
    unkeyed: true,
    ownTransaction: true,
  },
  removeCodeApp: {
    method: "DELETE",
    path: "/code_app",
    access: "signed-in",
    summary: "Remove the code app. Needs a fresh confirmation. 409 as for the last passkey.",
    refuses: [404, 409],
  },
  makeRecoveryCodes: {
    method: "POST",
    path: "/recovery_codes",
    access: "signed-in",
    summary:
      "Make ten new recovery codes; the old ones stop working. Needs a fresh confirmation. The " +
      "answer is 409 without a passkey or code app.",
    response: z.object({ recovery_codes: z.array(z.string()) }),
    status: 200,
    refuses: [409],
    unkeyed: true,
  },
  resetStaffFactors: {
    method: "POST",
    path: "/staff/{id}/reset_factors",
    access: "staff",
    needs: "manage-staff",
    summary:
      "Remove all passkeys, the code app and the recovery codes of a member of staff, and end all " +
      "their sessions. Needs a fresh confirmation. They then have the full time again to add a new " +
      "one. The answer is 409 for the caller and for another owner.",
    params: z.object({ id: pathId }),
    refuses: [404, 409],
  },
  resetPsychicFactors: {
    method: "POST",
    path: "/psychics/{id}/reset_factors",
    access: "staff",
    needs: "edit-psychics",
    summary:
      "Remove all passkeys, the code app and the recovery codes of a psychic who has lost them, and " +
      "end all sessions of the psychic. Needs a fresh confirmation.",
    about: { psychic: "id", openWhileBlocked: true },
    params: z.object({ id: pathId }),
    refuses: [404],
  },
});
