import type { PublicBrand } from "#shared/reference/brands.ts";

/** A booked call, at the time that the question names. */
export interface AskedCall {
  call: string;
  /** ISO 8601. */
  at: string;
}

/** What a push message says. */
export interface PushMessage {
  title: string;
  /** Anybody who holds the device may read it. */
  body: string;
  /** The body for the message's user; null if that is no other one. */
  ownBody: string | null;
  tag: string;
  /** On this host, beginning with a slash: where a tap leads. */
  path: string;
  /** For whom the message is; null from a server of an earlier release. */
  userId: number | null;
  /** The call that the message asks about, if it asks. */
  asks?: AskedCall;
  /** How many calls of this user are unanswered; null if the message does not say. */
  calls: number | null;
}

const text = (value: unknown, atMost: number) =>
  typeof value === "string" ? value.trim().slice(0, atMost) : "";

/**
 * The path of an address, for the portal's own host: a device may be at another host of its brand
 * than the server believes. What is no web address becomes the dashboard's.
 */
export function pathOf(address: unknown, origin: string): string {
  try {
    const parsed = new URL(text(address, 2000), origin);
    if (/^https?:$/.test(parsed.protocol) && typeof address === "string" && address !== "") {
      // Two slashes would begin another host.
      return parsed.pathname.replace(/^\/+/, "/") + parsed.search + parsed.hash;
    }
  } catch {
    // Not an address.
  }
  return "/psychic";
}

const fieldsOf = (value: unknown) =>
  (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return null;
  }
}

const countOf = (value: unknown) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null;

function askedBy(value: unknown): AskedCall | null {
  const { call, at } = fieldsOf(value);
  const isAsked =
    typeof call === "string" && typeof at === "string" && !Number.isNaN(Date.parse(at));
  return isAsked ? { call, at } : null;
}

/**
 * Reads a message. Every push must show a notification, or the browser withdraws the permission, so
 * an unreadable message only says that there is news.
 * @param message its text; or, from a browser that reads declarative messages itself (D68), what it
 * has read.
 */
export function pushMessage(
  message: string | { notification: unknown },
  brand: PublicBrand,
  origin: string,
): PushMessage {
  const fields = fieldsOf(typeof message === "string" ? parsed(message) : message);
  // A server of the release 1.0.0 sends no `notification`; its fields stand alone.
  const { title, body, tag, navigate, data } = fieldsOf(
    fields.notification ?? { ...fields, navigate: fields.url },
  );
  const { user, calls, body: ownBody, asks } = fieldsOf(data);
  const asked = askedBy(asks);
  return {
    title: text(title, 200) || brand.portalName,
    body: text(body, 1000) || "There is news for you. Open the portal to see it.",
    ownBody: text(ownBody, 1000) || null,
    tag: text(tag, 200) || "news",
    path: pathOf(navigate, origin),
    userId: typeof user === "number" ? user : null,
    ...(asked && { asks: asked }),
    calls: countOf(calls),
  };
}

/**
 * What this device shows of a message: its body, and the new number of calls for the badge (null:
 * unchanged). A device may still get a message for its last user, for example one that waited at the push
 * service. Of that it shows what anybody may read, offers no answers and does not count the calls.
 * @param signedIn the user who is signed in on this device; null for nobody.
 */
export function shownTo(
  signedIn: number | null,
  { body, ownBody, userId, calls, asks }: PushMessage,
): Pick<PushMessage, "body" | "calls" | "asks"> {
  const isTheirs = userId !== null && userId === signedIn;
  if (!isTheirs) return { body, calls: null };
  return { body: ownBody ?? body, calls, ...(asks && { asks }) };
}
