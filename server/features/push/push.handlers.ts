import { ECDH } from "node:crypto";
import type { Handlers } from "#server/http/handler.ts";
import { invalid, Refusal } from "#server/http/refusal.ts";
import type { pushEndpoints } from "#shared/push.ts";
import { notifyTest } from "../notifications/create-notification.ts";
import { chosenSettings, readPushSettings, writePushSettings } from "./push-settings.ts";
import {
  listSubscriptions,
  removeSubscription,
  renewSubscription,
  saveSubscription,
} from "./subscriptions.ts";

export const pushHandlers: Handlers<typeof pushEndpoints> = {
  getPushKey: ({ push }) => ({ key: push.publicKey }),

  listSubscriptions: ({ sql, viewer, query }) => listSubscriptions(sql, viewer.userId, query),

  async createSubscription({ sql, push, body, viewer, clock, req }) {
    const { endpoint, keys, label } = body;
    if (!push.mayCall(endpoint)) throw invalid("endpoint", "The push service is not known");
    if (!isPoint(keys.p256dh)) throw invalid("keys.p256dh", "Key is not valid");
    const owner = {
      userId: viewer.userId,
      sid: req.sessionID,
      label,
      // Browsers send it with every POST, and the server has checked that it is one of ours.
      origin: req.get("origin") ?? null,
      now: clock(),
    };
    if (body.id === undefined) {
      return { id: await saveSubscription(sql, { endpoint, keys }, owner) };
    }
    const isThere = await renewSubscription(sql, body.id, { endpoint, keys }, owner);
    if (!isThere) throw new Refusal("not_found");
    return { id: body.id };
  },

  async removeSubscription({ sql, params, viewer }) {
    if (!(await removeSubscription(sql, viewer.userId, params.id))) throw new Refusal("not_found");
    return undefined;
  },

  async testPush(call) {
    await notifyTest(call, call.viewer.userId);
    return undefined;
  },

  getPushSettings: ({ sql, viewer }) => readPushSettings(sql, viewer.userId),

  async updatePushSettings({ sql, body, viewer, clock }) {
    const settings = await chosenSettings(sql, viewer.userId, body);
    await writePushSettings(sql, viewer.userId, settings, clock());
    return undefined;
  },
};

/** Whether it is an uncompressed point of P-256; messages cannot be encrypted for anything else. */
function isPoint(key: string): boolean {
  if (Buffer.from(key, "base64url")[0] !== 4) return false;
  try {
    ECDH.convertKey(key, "prime256v1", "base64url");
    return true;
  } catch {
    return false;
  }
}
