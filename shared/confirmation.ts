import { z } from "zod";
import { passkeyAnswer } from "./factors.ts";
import { text } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";

/** For this long (ms) after signing in or confirming, a session is freshly confirmed. */
export const confirmedFor = 5 * 60_000;

/** For this long (ms) the old address can undo a change of the e-mail. */
export const undoableFor = 7 * 86_400_000;

export const confirmationEndpoints = defineEndpoints({
  confirmSession: {
    method: "POST",
    path: "/sessions/confirm",
    access: "signed-in",
    summary:
      "Confirm your identity: with a passkey, or a code from the app, or a recovery code; with the " +
      "password only if you have none of these. For the next 5 minutes this session may do what " +
      "needs a fresh confirmation, as it may for 5 minutes after signing in.",
    body: z
      .strictObject({
        password: text(1000).nullish(),
        code: text(100).nullish(),
        credential: passkeyAnswer.nullish(),
      })
      .refine((given) => Object.values(given).filter((one) => one != null).length === 1, {
        path: ["password"],
        error: "Give a password, a code or a passkey",
      }),
    refuses: [429, 503],
    unkeyed: true,
    ownTransaction: true,
  },
  undoEmailChange: {
    method: "POST",
    path: "/profile/undo_email",
    access: "public",
    summary:
      "Undo a change of the e-mail with the token that was mailed to the old address. This ends " +
      "all sessions and recovery links of the account.",
    body: z.strictObject({ token: text(100) }),
    status: 204,
    limits: [{ bucket: "undo-email", points: 20, seconds: 3600, by: "address" }],
    refuses: [404],
    unkeyed: true,
  },
});
