import { z } from "zod";
import { id, text } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { newPassword } from "./password-field.ts";

/** The signed-in user. `manager` is the user_id of the psychic's manager, or null for a manager. */
export const session = z.object({
  user_id: id,
  username: z.string(),
  first: z.string(),
  manager: id.nullable(),
  manager_name: z.string().nullable(),
  manager_phone: z.string().nullable(),
  manager_email: z.string().nullable(),
  /** The weekday, 1 Sunday to 7 Saturday. */
  pay_day: z.int(),
});
z.globalRegistry.add(session, { id: "Session" });
export type Session = z.infer<typeof session>;

const givenText = text(1000);

/** The browser's IANA time zone, such as `America/New_York`. A zone that the server does not know is ignored. */
export const timeZone = text(64, "Time zone is not valid").regex(
  /^[\w+:/-]+$/,
  "Time zone is not valid",
);

export const sessionEndpoints = defineEndpoints({
  signIn: {
    method: "POST",
    path: "/sessions",
    access: "public",
    summary:
      "Sign in. A wrong password, an unknown user, and a Blacklist or Inactive account get the same " +
      "401. With a right password the answer is 409 `factor_needed` for a user with a passkey or code " +
      "app (`current` says which), and `factor_setup_needed` for staff who must add one first.",
    // In the query, because a process of the earlier release refuses an unknown key in the body.
    query: z.object({ time_zone: timeZone.optional() }),
    body: z.strictObject({ username: givenText, password: givenText }),
    response: session,
    refuses: [401, 409, 429, 503],
    unkeyed: true,
    ownTransaction: true,
  },
  getSession: {
    method: "GET",
    path: "/sessions/0",
    access: "signed-in",
    summary: "Get the signed-in user.",
    response: session,
  },
  getKeptKey: {
    method: "GET",
    path: "/kept_key",
    access: "signed-in",
    summary: "Get this user's key for the data stored on a phone: 32 bytes in base64.",
    response: z.object({ key: z.string() }),
  },
  signOut: {
    method: "DELETE",
    path: "/sessions/0",
    access: "signed-in",
    summary: "Sign out, and write the logout time of the login record.",
    unkeyed: true,
    ownTransaction: true,
  },
  forgotPassword: {
    method: "POST",
    path: "/profile/forgot_password",
    access: "public",
    summary:
      "Mail a recovery link to each account with this address. The answer is the same if there is none.",
    body: z.strictObject({ email: givenText }),
    limits: [{ bucket: "forgot", points: 5, seconds: 3600, by: "address" }],
    unkeyed: true,
  },
  authorizePassword: {
    method: "GET",
    path: "/profile/authorize_password/{value}",
    access: "public",
    summary: "Check a recovery link. This session may then set that user's password.",
    params: z.object({ value: text(100) }),
    status: 204,
    refuses: [404],
    ownTransaction: true,
  },
  setPasswordUnchecked: {
    method: "PUT",
    path: "/profile/password_unchecked",
    session: "grant",
    access: "public",
    summary: "Set the password after following a recovery link. All sessions of that user end.",
    body: z.strictObject({ password: newPassword }),
    refuses: [403],
    unkeyed: true,
    ownTransaction: true,
  },
  changePassword: {
    method: "PUT",
    path: "/profile/password",
    access: "signed-in",
    summary:
      "Change your own password. All other sessions end. A user with a passkey or a code app needs a " +
      "fresh confirmation.",
    body: z.strictObject({ old: givenText, password: newPassword }),
    refuses: [409, 429],
    unkeyed: true,
    ownTransaction: true,
  },
  setAgentPassword: {
    method: "PUT",
    path: "/profile/agent_password",
    access: "staff",
    needs: "edit-psychics",
    summary:
      "Set a psychic's password. Needs a fresh confirmation. All sessions of the psychic end.",
    body: z.strictObject({ id, password: newPassword }),
    refuses: [404, 409],
    unkeyed: true,
    ownTransaction: true,
  },
});
