import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { costlyTexts } from "../support/costly.ts";

export interface Target {
  port: number;
  /** The Origin that the portal's own pages send. */
  origin: string;
  /** An account whose session the attackers have. */
  accomplice: { id: number; cookie: string };
}

/** How many attacks had each outcome: a status, "held" without an answer, or "closed". */
export type Tally = Map<string, number>;

interface Shot {
  method: "GET" | "POST" | "PUT";
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

const large = costlyTexts(96_000).map(([, text]) => text);
/** Texts that also fit into a header. */
const fitting = costlyTexts(14_000).map(([, text]) => text);
const visible = fitting.filter((text) => /^[\x20-\x7e]+$/.test(text));
const pick = <T>(list: readonly T[], turn: number) => list[turn % list.length] as T;

const contact = { name: "A", email: "a@b.example", phone: "2125550100" };
const gift = { subject: "For you", minutes: 3, customers: [1] };
const listing = { sales_pitch: "Kind", body: "One line", categories: [26] };

/** The requests of an attacker in one turn. Over the turns each attacker sends each text. */
function shots({ accomplice: { id, cookie } }: Target, turn: number): Shot[] {
  const signed = { Cookie: cookie };
  const of = `/api/psychics/${id}`;
  return [large, fitting].flatMap((texts): Shot[] => {
    const text = pick(texts, turn);
    return [
      { method: "POST", path: "/api/contacts", body: { contact: { ...contact, email: text } } },
      { method: "POST", path: "/api/contacts", body: { contact: { ...contact, comments: text } } },
      { method: "POST", path: "/api/psychics", body: { psychic: { email: text, ssn: text } } },
      { method: "POST", path: "/api/sessions", body: { username: text, password: text } },
      { method: "PUT", path: "/api/profile", body: { profile: { email: text } }, headers: signed },
      { method: "POST", path: `${of}/gifts`, body: { ...gift, body: text }, headers: signed },
      {
        method: "POST",
        path: `${of}/gifts`,
        body: { ...gift, body: ">".repeat(170_000) },
        headers: signed,
      },
      {
        method: "POST",
        path: `${of}/listings`,
        body: { listing: { ...listing, body: text } },
        headers: signed,
      },
      {
        method: "POST",
        path: `${of}/schedule`,
        body: { schedule: Array.from({ length: 20_000 }, () => ({})) },
        headers: signed,
      },
      { method: "GET", path: "/cos", headers: { "If-None-Match": `${" ".repeat(14_000)}x` } },
      { method: "GET", path: "/login", headers: { "If-None-Match": pick(visible, turn) } },
      { method: "GET", path: `/api/psychics?${encodeURIComponent(text).slice(0, 14_000)}` },
    ];
  });
}

let address = 0;

/** Each request has another address. Otherwise the rate limits would refuse it first. */
function headersFrom(origin: string): Record<string, string> {
  address += 1;
  return {
    Origin: origin,
    "Content-Type": "application/json",
    "X-Forwarded-For": `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
  };
}

function fire(target: Target, agent: Agent, { method, path, body, headers }: Shot) {
  const bytes = body === undefined ? undefined : JSON.stringify(body);
  return new Promise<string>((resolve) => {
    const sent = request({
      port: target.port,
      method,
      path,
      agent,
      headers: { ...headersFrom(target.origin), ...headers },
    });
    sent.on("response", (answer) => {
      answer.on("error", () => resolve("closed"));
      answer.resume().on("end", () => resolve(String(answer.statusCode)));
    });
    sent.on("error", () => resolve("closed"));
    sent.end(bytes);
  });
}

const wrongSignature = () => ({
  "webhook-id": "msg_x",
  "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
  "webhook-signature": "v1,AAAA",
});

function headOf(path: string, headers: Record<string, string>): string {
  const lines = Object.entries({ Host: "localhost", ...headers });
  return `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
}

/** Sends the first part of a body, and then a byte at a time. Gives up after five seconds. */
async function halfSend({ port, origin }: Target, first: Buffer, length: number, until: number) {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.setEncoding("latin1").on("data", (text) => {
    answer += text;
  });
  const closed = once(socket, "close").catch(() => {});
  socket.on("error", () => {});
  const headers = { ...headersFrom(origin), ...wrongSignature(), "Content-Length": String(length) };
  socket.write(headOf("/api/ingest/events", headers));
  socket.write(first);
  const drip = setInterval(() => socket.writable && socket.write("x"), 50);
  const left = Math.min(5_000, Math.max(0, until - performance.now()));
  await Promise.race([closed, pause(left)]);
  clearInterval(drip);
  socket.destroy();
  return answer === "" ? "held" : answer.slice(9, 12);
}

const mostOfBody = Buffer.alloc(2_900_000, "x");

/**
 * One attacker. Of ten, one sends a body byte by byte, one sends most of a body and then single
 * bytes, and eight send costly requests.
 */
export async function attack(target: Target, place: number, until: number, tally: Tally) {
  const note = (outcome: string) => tally.set(outcome, (tally.get(outcome) ?? 0) + 1);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let turn = place; performance.now() < until; turn++) {
    if (place % 10 === 9) note(await halfSend(target, Buffer.from("{"), 16_000_000, until));
    else if (place % 5 === 4) note(await halfSend(target, mostOfBody, 3_000_000, until));
    else {
      for (const shot of shots(target, turn)) {
        if (performance.now() >= until) break;
        note(await fire(target, agent, shot));
      }
    }
  }
  agent.destroy();
}
