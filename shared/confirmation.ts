import { z } from "zod";
import { text } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";

/** For this long (ms) after signing in or confirming, a user may change e-mail, PIN and phones. */
export const confirmedFor = 5 * 60_000;

/** For this long (ms) the old address can undo a change of the e-mail. */
export const undoableFor = 7 * 86_400_000;

export const confirmationEndpoints = defineEndpoints({
  confirmSession: {
    method: "POST",
    path: "/sessions/confirm",
    access: "signed-in",
    summary:
      "Confirm your identity with your password. For the next 5 minutes this session may change " +
      "your own e-mail, PIN and phones, as it may for 5 minutes after signing in.",
    body: z.strictObject({ password: text(1000) }),
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
