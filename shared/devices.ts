import { z } from "zod";
import { instant, listQuery, pathId, text } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";

/** For this long (ms) the letter about a sign-in from a new browser can lock the account. */
export const disownableFor = 7 * 86_400_000;

/** A session as its user sees it: a device that is signed in. */
const device = z.object({
  /** A UUID. It is not the session's secret, and stays the same when the user sets a password. */
  id: z.string(),
  /** Such as "Chrome on Android"; null for sessions that an earlier release began. */
  browser: z.string().nullable(),
  /** The city of the browser's time zone at sign-in; null if the browser named none. */
  place: z.string().nullable(),
  signed_in_at: instant,
  /** Precise to five minutes. */
  last_used_at: instant,
  /** Whether the caller uses this session. */
  this_device: z.boolean(),
});
z.globalRegistry.add(device, { id: "Device" });
export type Device = z.infer<typeof device>;

const devices = z.object({ sessions: z.array(device), total: z.int() });
const query = listQuery(["last_used_at", "signed_in_at"]);

const session = text(100).regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const ofPsychic = z.object({ id: pathId });
/** Sessions can be ended whatever the status of the account. */
const about = { psychic: "id", openWhileBlocked: true } as const;

export const deviceEndpoints = defineEndpoints({
  listSessions: {
    method: "GET",
    path: "/sessions",
    access: "signed-in",
    summary: "List the devices on which you are signed in, the latest use first.",
    query,
    response: devices,
  },
  endSession: {
    method: "DELETE",
    path: "/sessions/{session}",
    access: "signed-in",
    summary: "Sign out one of your devices.",
    params: z.object({ session }),
    refuses: [404],
  },
  endOtherSessions: {
    method: "POST",
    path: "/sessions/end_others",
    access: "signed-in",
    summary: "Sign out all your devices except this one.",
  },
  listPsychicSessions: {
    method: "GET",
    path: "/psychics/{id}/sessions",
    access: "staff",
    needs: "edit-psychics",
    summary: "List the devices on which a psychic is signed in, the latest use first.",
    params: ofPsychic,
    query,
    response: devices,
    refuses: [404],
  },
  endPsychicSession: {
    method: "DELETE",
    path: "/psychics/{id}/sessions/{session}",
    access: "staff",
    needs: "edit-psychics",
    summary: "Sign out one device of a psychic, who gets a letter about it.",
    params: z.object({ id: pathId, session }),
    about,
    refuses: [404],
  },
  endPsychicSessions: {
    method: "POST",
    path: "/psychics/{id}/sessions/end_all",
    access: "staff",
    needs: "edit-psychics",
    summary: "Sign out all devices of a psychic, who gets a letter about it.",
    params: ofPsychic,
    about,
    refuses: [404],
  },
  disownSignIn: {
    method: "POST",
    path: "/profile/not_me",
    access: "public",
    summary:
      "Say with the token of the letter that a sign-in was somebody else's. This ends all sessions " +
      "of the account, undoes changes of its e-mail since then, and locks it until a new password " +
      "is set with the recovery link that is mailed.",
    body: z.strictObject({ token: text(100) }),
    status: 204,
    limits: [{ bucket: "not-me", points: 20, seconds: 3600, by: "address" }],
    refuses: [404],
    unkeyed: true,
  },
});
