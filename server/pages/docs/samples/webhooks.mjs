// Node 20 or newer: node webhooks.mjs https://portal.example/api
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";

const key = Buffer.from(process.env.WEBHOOK_SECRET.replace(/^whsec_/, ""), "base64");

export function sign(id, timestamp, body) {
  const hash = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return `v1,${hash}`;
}

async function post(address, content, id) {
  const timestamp = Math.floor(Date.now() / 1000).toString();
  const body = JSON.stringify(content);
  const answer = await fetch(address, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": sign(id, timestamp, body),
    },
    body,
  });
  return { status: answer.status, answer: await answer.json() };
}

// Sends one event. After a 429, a 5xx or no answer, send it again with the same id.
export function send(portal, type, data, id = randomUUID()) {
  const event = { type, timestamp: new Date().toISOString(), data };
  return post(`${portal}/ingest/events`, event, id);
}

// Sends the WAV file of a reading. `day` is its New York day, YYYY-MM-DD.
export async function sendRecording(portal, connection_id, day, wav) {
  const recording = { connection_id, day, size: wav.length };
  const { status, answer } = await post(`${portal}/ingest/recordings`, recording, randomUUID());
  if (status !== 200) return { status, answer };
  const headers = { "Content-Type": "audio/wav" };
  return { status: (await fetch(answer.url, { method: "PUT", headers, body: wav })).status };
}

// Checks what the portal sent. `body` is the text as it arrived, before JSON.parse.
export function isFromPortal(headers, body) {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const right = Buffer.from(sign(id, timestamp, body));
  return headers["webhook-signature"].split(" ").some((given) => {
    const bytes = Buffer.from(given);
    return bytes.length === right.length && timingSafeEqual(bytes, right);
  });
}

if (import.meta.main ?? process.argv[1]?.endsWith("webhooks.mjs")) {
  const at = new Date().toISOString();
  console.log(await send(process.argv[2], "availability.changed", { user_id: 5, code: "B", at }));
}
