import type { PublicBrand } from "#shared/reference/brands.ts";

/** A notification: what it shows, and where a tap leads. */
export interface PushMessage {
  title: string;
  body: string;
  tag: string;
  /** On this host, beginning with a slash. */
  path: string;
}

const text = (value: unknown, atMost: number) =>
  typeof value === "string" ? value.trim().slice(0, atMost) : "";

/** A path on the portal's own host; any other address becomes the dashboard's. */
function pathOf(url: unknown, origin: string): string {
  try {
    const parsed = new URL(text(url, 2000), origin);
    if (parsed.origin === origin && typeof url === "string" && url !== "") {
      return parsed.pathname + parsed.search + parsed.hash;
    }
  } catch {
    // Not an address.
  }
  return "/psychic";
}

function fieldsOf(payload: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(payload);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/**
 * The notification for a payload. Every push must show one, or the browser withdraws the
 * permission, so an unreadable payload only says that there is news.
 */
export function pushMessage(payload: string, brand: PublicBrand, origin: string): PushMessage {
  const fields = fieldsOf(payload);
  return {
    title: text(fields.title, 200) || brand.portalName,
    body: text(fields.body, 1000) || "There is news for you. Open the portal to see it.",
    tag: text(fields.tag, 200) || "news",
    path: pathOf(fields.url, origin),
  };
}
