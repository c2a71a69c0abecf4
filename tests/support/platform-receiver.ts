import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { Webhook } from "standardwebhooks";

export const platformSecret = `whsec_${Buffer.from("what the platform shares with us").toString("base64")}`;

/** What the platform was sent. */
export interface Received {
  id: string;
  /** Seconds, as the signature has it. */
  timestamp: number;
  body: string;
  message: { type: string; timestamp: string; data: Record<string, unknown> };
}

/** A platform on this machine that takes what is signed by `platformSecret`, and counts its guests. */
export interface PlatformReceiver {
  url: string;
  received: Received[];
  /** How the next ones are answered: a status, or "silence" (the connection is cut). */
  answer: number | "silence";
  /** Milliseconds before an answer. */
  delay: number;
  /** The most that were there at once. */
  busiest: number;
  close(): Promise<void>;
}

export async function openReceiver(): Promise<PlatformReceiver> {
  let present = 0;
  const webhook = new Webhook(platformSecret);
  const server = createServer(async (req, res) => {
    const body = await text(req);
    present += 1;
    receiver.busiest = Math.max(receiver.busiest, present);
    const id = String(req.headers["webhook-id"]);
    const timestamp = Number(req.headers["webhook-timestamp"]);
    // The library's own check also looks at its clock, which a test does not move.
    const expected = webhook.sign(id, new Date(timestamp * 1000), body);
    const signed = String(req.headers["webhook-signature"]).split(" ").includes(expected);
    await pause(receiver.delay);
    present -= 1;
    if (receiver.answer === "silence") {
      res.destroy();
      return;
    }
    receiver.received.push({ id, timestamp, body, message: JSON.parse(body) });
    res.writeHead(signed ? receiver.answer : 401, { Location: "/elsewhere" }).end("a long answer");
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
