import { createHmac, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { PlatformEvent as Event } from "#shared/ingest.ts";
import type { Application } from "./contacts-and-problems.ts";
import type { WorldPsychic } from "./world.ts";

/** The events that the portal accepts, by type. */
export type PortalEvent = {
  [T in Event["type"]]: Pick<Extract<Event, { type: T }>, "type" | "data">;
}[Event["type"]];

export interface Portal {
  /**
   * Sends one event. The portal applies each id once, so that sending again is harmless.
   * @throws PortalRefusal if the portal refuses it; an Error if it did not answer.
   */
  tell(id: string, at: Date, event: PortalEvent): Promise<{ applied: number; duplicate: boolean }>;
  /**
   * Stores the recording of a call that began on this New York day (`YYYY-MM-DD`).
   * @throws PortalRefusal if the portal or its store refuses it; an Error if it did not answer.
   */
  record(connectionId: string, day: string, wav: Buffer): Promise<void>;
  /** Sends an application like the public form, with an answer to the bot check. */
  apply(application: Application): Promise<void>;
  /** Signs in as the psychic, lets `work` send requests, and signs out. */
  visit(
    psychic: Pick<WorldPsychic, "username">,
    password: string,
    work: (send: Send) => Promise<void>,
  ): Promise<void>;
}

/** Sends a request of a page to the API, and returns the parsed answer, null if it is empty. */
export type Send = (method: string, path: string, body?: unknown) => Promise<unknown>;

export class PortalRefusal extends Error {
  readonly status: number;
  constructor(status: number, answer: string) {
    super(`the portal answered ${status}: ${answer.slice(0, 300)}`);
    this.status = status;
  }
}

/** The pauses before retries (ms), 10 seconds in all. */
const pauses = [300, 700, 1500, 3000, 4500];

/**
 * @param base of the API, without a trailing slash.
 * @param origin of the portal's pages; sent with the forms.
 * @param secret in the form `whsec_…`.
 */
export function createPortal(options: {
  base: string;
  origin: string;
  secret: string;
  clock: () => number;
}): Portal {
  const { base, origin, secret, clock } = options;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");

  async function call(
    method: string,
    address: string | URL,
    init: { body?: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> },
  ) {
    for (let attempt = 0; ; attempt++) {
      const answer = await fetch(address instanceof URL ? address : `${base}${address}`, {
        method,
        ...init,
        signal: AbortSignal.timeout(20_000),
      }).catch((error: Error) => error);
      const wait = pauses[attempt];
      if (answer instanceof Error) {
        if (wait === undefined) throw answer;
      } else {
        const text = await answer.text();
        if (answer.ok) return { text, cookies: answer.headers.getSetCookie() };
        // Too many requests, or the portal is away: try again later.
        const isPassing = answer.status === 429 || answer.status >= 500;
        if (!isPassing || wait === undefined) throw new PortalRefusal(answer.status, text);
      }
      await pause(wait);
    }
  }

  const json = { "Content-Type": "application/json" };
  const page = { ...json, Origin: origin };
  /** The cookies of each psychic's browser: every sign-in from a new one sends a letter. */
  const browsers = new Map<string, string>();

  /** Standard Webhooks: an HMAC-SHA256 of `id.timestamp.body`, over the body's bytes as they are sent. */
  function signed(id: string, body: string) {
    const timestamp = String(Math.floor(clock() / 1000));
    const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`);
    return {
      ...json,
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${signature.digest("base64")}`,
    };
  }

  return {
    async tell(id, at, { type, data }) {
      const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
      const { text } = await call("POST", "/ingest/events", { body, headers: signed(id, body) });
      return JSON.parse(text);
    },

    async record(connectionId, day, wav) {
      const body = JSON.stringify({ connection_id: connectionId, day, size: wav.length });
      const headers = signed(randomUUID(), body);
      const { text } = await call("POST", "/ingest/recordings", { body, headers });
      const url = new URL(JSON.parse(text).url);
      // The portal's public address may lead elsewhere, or nowhere: the demo has no DNS.
      const address = url.origin === origin ? new URL(url.pathname + url.search, base) : url;
      await call("PUT", address, {
        body: new Uint8Array(wav),
        headers: { "Content-Type": "audio/wav" },
      });
    },

    async apply({ brand, at: _, ...contact }) {
      const { text } = await call("GET", "/bot_check", {});
      const challenge = JSON.parse(text);
      const solution = await solveChallenge({ challenge, deriveKey });
      const altcha = Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
      const body = JSON.stringify({ contact: { ...contact, referral: null }, altcha, brand });
      await call("POST", "/contacts", { body, headers: page });
    },

    async visit({ username }, password, work) {
      const known = browsers.get(username);
      const { cookies } = await call("POST", "/sessions", {
        body: JSON.stringify({ username, password }),
        headers: { ...page, ...(known && { Cookie: known }) },
      });
      const pairs = cookies.map((cookie) => cookie.split(";")[0] ?? "");
      // Without the session's own, these only show that the browser is known.
      const lasting = pairs.filter((pair) => !/^(__Host-)?sid=/.test(pair));
      if (lasting.length > 0) browsers.set(username, lasting.join("; "));
      const headers = { ...page, Cookie: pairs.join("; ") };
      try {
        await work(async (method, path, body) => {
          const init = { headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
          const { text } = await call(method, path, init);
          return text ? JSON.parse(text) : null;
        });
      } finally {
        await call("DELETE", "/sessions/0", { headers });
      }
    },
  };
}
