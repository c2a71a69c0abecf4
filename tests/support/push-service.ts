import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import type { PushPayload } from "#shared/push-fields.ts";
import { declaredBy } from "./declarative-push.ts";
import { vapidKeys } from "./vapid-keys.ts";

/** A browser's key pair and authentication secret. */
interface Device {
  curve: ECDH;
  auth: Buffer;
}

function makeDevice(): Device {
  const curve = createECDH("prime256v1");
  curve.generateKeys();
  return { curve, auth: randomBytes(16) };
}

/** A subscription as a browser sends it to the portal. No test calls the default endpoint. */
export function subscription(
  endpoint = `https://updates.push.services.mozilla.com/wpush/v2/${randomBytes(9).toString("hex")}`,
  { curve, auth } = makeDevice(),
) {
  const keys = { p256dh: curve.getPublicKey("base64url"), auth: auth.toString("base64url") };
  return { endpoint, keys, label: "Chrome on Android" };
}

/** A decrypted message to a device. */
export interface Pushed {
  /** The name that the test gave the device. */
  device: string;
  headers: IncomingHttpHeaders;
  payload: PushPayload;
}

/** The service's answer for a device: a status with headers, no answer, or a cut connection. */
export type PushReply = { status: number; headers?: Record<string, string> } | "no answer" | "cut";

/** A push service on this machine. */
export interface PushService {
  /** The service's host and port, for `PUSH_HOSTS`. */
  host: string;
  /** All messages that it received, including refused ones, in order. */
  pushed: Pushed[];
  /** The answers for devices by name. All other devices get 201. */
  replies: Map<string, PushReply>;
  /** Faults of the requests, and messages that are not declarative. Tests expect an empty list. */
  faults: string[];
  /**
   * Makes a device's subscription. If a query is added to its endpoint, it still leads to this
   * device.
   */
  subscribe(device: string): ReturnType<typeof subscription>;
  close(): Promise<void>;
}

export async function openPushService(): Promise<PushService> {
  const devices = new Map<string, Device>();
  const server = createServer(async (req, res) => {
    const body = await buffer(req);
    const name = decodeURIComponent(req.url?.replace("/push/", "").replace(/\?.*/, "") ?? "");
    const device = devices.get(name);
    if (!device) {
      service.faults.push(`${req.method} ${req.url}: no such device`);
      res.writeHead(404).end();
      return;
    }
    try {
      checkVapid(req.headers.authorization ?? "", `http://${service.host}`);
      const payload = JSON.parse(decrypt(body, device).toString());
      service.pushed.push({ device: name, headers: req.headers, payload });
      declaredBy(payload);
    } catch (error) {
      service.faults.push(`${name}: ${error}`);
    }
    const reply = service.replies.get(name) ?? { status: 201 };
    if (reply === "no answer") await pause(60_000, undefined, { ref: false });
    else if (reply === "cut") res.destroy();
    else res.writeHead(reply.status, reply.headers).end("an answer that nobody reads");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const service: PushService = {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    pushed: [],
    replies: new Map(),
    faults: [],
    subscribe(name) {
      const device = makeDevice();
      devices.set(name, device);
      const endpoint = `http://${service.host}/push/${encodeURIComponent(name)}`;
      return subscription(endpoint, device);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return service;
}

/** Checks the sender's signature (RFC 8292) with the key that the browser subscribed with. */
function checkVapid(authorization: string, audience: string): void {
  const [, token = "", key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  if (key !== vapidKeys.VAPID_PUBLIC_KEY) throw new Error("another key than subscribed with");
  const [head = "", claims = "", signature = ""] = token.split(".");
  const parse = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
  const point = Buffer.from(key, "base64url");
  const publicKey = createPublicKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    },
  });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned || parse(head).alg !== "ES256") throw new Error("not signed");
  const { aud, exp, sub } = parse(claims);
  if (aud !== audience) throw new Error(`meant for ${aud}`);
  const left = exp - Date.now() / 1000;
  if (left < 0 || left > 86_400) throw new Error("ended, or valid for more than a day");
  if (!/^(mailto|https):/.test(sub)) throw new Error("nobody to write to");
}

/** Decrypts a message of one record (RFC 8188) with the keys of RFC 8291. */
function decrypt(body: Buffer, { curve, auth }: Device): Buffer {
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const keyEnd = 21 + body.readUInt8(20);
  const sender = body.subarray(21, keyEnd);
  const record = body.subarray(keyEnd);
  if (record.length > recordSize || body.length > 4096) throw new Error("too long");
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), curve.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync("sha256", curve.computeSecret(sender), auth, info, 32));
  const derive = (encoding: string, length: number) =>
    Buffer.from(
      hkdfSync("sha256", secret, salt, Buffer.from(`Content-Encoding: ${encoding}\0`), length),
    );
  const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error("no end");
  return padded.subarray(0, end);
}
