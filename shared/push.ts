import { z } from "zod";
import { id, instant, listQuery, pathId, text, typedAtMost } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { pushChoices, pushSettings } from "./push-fields.ts";
import { oneLine } from "./rules/one-line.ts";

const subscription = z.object({
  id,
  /** Browser and system, for the owner's list of devices. */
  label: z.string(),
  created_at: instant,
  last_delivered_at: instant.nullable(),
});
z.globalRegistry.add(subscription, { id: "PushSubscription" });
export type Subscription = z.infer<typeof subscription>;

/** Bytes in base64url without padding. The server checks whether they are a key. */
const bytes = (count: number, message: string) => {
  const characters = Math.ceil((count * 8) / 6);
  return text(200, message).regex(new RegExp(`^[\\w-]{${characters}}$`), message);
};

export const pushEndpoints = defineEndpoints({
  getPushKey: {
    method: "GET",
    path: "/push/key",
    access: "signed-in",
    summary: "Get the VAPID public key, in base64url, with which a browser subscribes.",
    response: z.object({ key: z.string() }),
  },
  listSubscriptions: {
    method: "GET",
    path: "/push/subscriptions",
    access: "signed-in",
    summary: "List your own devices that receive push messages, newest first.",
    query: listQuery(subscription.keyof().options as [string, ...string[]]),
    response: z.object({ subscriptions: z.array(subscription), total: z.int() }),
  },
  createSubscription: {
    method: "POST",
    path: "/push/subscriptions",
    access: "signed-in",
    summary:
      "Subscribe this browser, or renew its subscription, until the session ends. A user has at " +
      "most ten; a new one replaces the oldest. With `id`, renew that one only: 404 if it was removed.",
    body: z.strictObject({
      /** The subscription to renew. If its owner has removed it on another device, it stays removed. */
      id: id.optional(),
      endpoint: text(2000, "Endpoint is not valid"),
      keys: z.strictObject({
        p256dh: bytes(65, "Key is not valid"),
        auth: bytes(16, "Key is not valid"),
      }),
      label: text(typedAtMost(100), "Label is required", "Label is too long")
        .overwrite(oneLine)
        .min(1, "Label is required")
        .max(100, "Label is too long"),
    }),
    response: z.object({ id }),
    status: 201,
    refuses: [404],
    limits: [{ bucket: "push-subscriptions", points: 60, seconds: 3600, by: "user" }],
  },
  removeSubscription: {
    method: "DELETE",
    path: "/push/subscriptions/{id}",
    access: "signed-in",
    summary: "End the subscription of one of your own devices.",
    params: z.object({ id: pathId }),
    refuses: [404],
  },
  testPush: {
    method: "POST",
    path: "/push/test",
    access: "signed-in",
    summary: "Send a test message to your own devices.",
    status: 202,
    limits: [{ bucket: "push-test", points: 10, seconds: 600, by: "user" }],
  },
  getPushSettings: {
    method: "GET",
    path: "/push/settings",
    access: "signed-in",
    summary: "Get your notification settings. Quiet hours are New York time.",
    response: pushSettings,
  },
  updatePushSettings: {
    method: "PUT",
    path: "/push/settings",
    access: "signed-in",
    summary: "Change your notification settings. Absent ones keep their values.",
    body: pushChoices,
  },
});
