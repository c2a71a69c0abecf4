import { z } from "zod";
import { text } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";

/** How long after a sign-in or a confirmation a user may change e-mail, PIN and phones (ms). */
export const confirmedFor = 5 * 60_000;

/** How long the old address may undo a change of the e-mail (ms). */
export const undoableFor = 7 * 86_400_000;

export const confirmationEndpoints = defineEndpoints({
  confirmSession: {
    method: "POST",
    path: "/sessions/confirm",
    access: "signed-in",
    summary:
      "Confirm by password who is signed in. For 5 minutes this session may then change its " +
      "user's own e-mail, PIN and phones, as it may after signing in.",
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
      "Undo a change of the e-mail by the token that was mailed to the old address. Every session " +
      "of the account ends, and so do its recovery links.",
    body: z.strictObject({ token: text(100) }),
    status: 204,
    limits: [{ bucket: "undo-email", points: 20, seconds: 3600, by: "address" }],
    refuses: [404],
    unkeyed: true,
  },
});
