import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { Webhook } from "standardwebhooks";

export const platformSecret = `whsec_${Buffer.from("what the platform shares with us").toString("base64")}`;

/** A message that the platform received. */
export interface Received {
  id: string;
  /** The time in the `webhook-timestamp` header (seconds since 1970). */
  timestamp: number;
  body: string;
  message: { type: string; timestamp: string; data: Record<string, unknown> };
}

/** A platform on this machine. It accepts messages signed with `platformSecret`. */
export interface PlatformReceiver {
  url: string;
  received: Received[];
  /** The next answers: a status, or "cut" to cut the connection. */
  answer: number | "cut";
  /** How long each answer takes (ms). */
  delay: number;
  /** The highest number of requests at the same time. */
  busiest: number;
  close(): Promise<void>;
}

export async function openReceiver(): Promise<PlatformReceiver> {
  let open = 0;
  const webhook = new Webhook(platformSecret);
  const server = createServer(async (req, res) => {
    const body = await text(req);
    open += 1;
    receiver.busiest = Math.max(receiver.busiest, open);
    const id = String(req.headers["webhook-id"]);
    const timestamp = Number(req.headers["webhook-timestamp"]);
    // Compare only the signature: the library's own check would also refuse a timestamp more than
    // five minutes off.
    const expected = webhook.sign(id, new Date(timestamp * 1000), body);
    const signed = String(req.headers["webhook-signature"]).split(" ").includes(expected);
    const { answer } = receiver;
    // Record before the pause: a sender that gives up must leave no message for the next test.
    if (answer !== "cut") {
      receiver.received.push({ id, timestamp, body, message: JSON.parse(body) });
    }
    await pause(receiver.delay);
    open -= 1;
    if (answer === "cut") {
      res.destroy();
      return;
    }
    res.writeHead(signed ? answer : 401, { Location: "/elsewhere" }).end("a long answer");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const receiver: PlatformReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    answer: 204,
    delay: 0,
    busiest: 0,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
