import { createPush, type Push, type PushOptions } from "#server/adapters/push.ts";
import { vapidKeys } from "./vapid-keys.ts";

/** The portal's own push adapter, with the tests' keys. */
export function testPush(options: Pick<PushOptions, "hosts" | "patience">): Push {
  return createPush({
    publicKey: vapidKeys.VAPID_PUBLIC_KEY,
    privateKey: vapidKeys.VAPID_PRIVATE_KEY,
    subject: "mailto:support@portal.test",
    ...options,
  });
}
