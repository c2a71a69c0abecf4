import type { PublicBrand } from "#shared/reference/brands.ts";

/** What a push shows, and where it leads. */
export interface PushMessage {
  title: string;
  body: string;
  tag: string;
  /** Below this host, beginning with a slash. */
  path: string;
}

const text = (value: unknown, atMost: number) =>
  typeof value === "string" ? value.trim().slice(0, atMost) : "";

/** Below the portal's own host; anything else leads to the dashboard. */
function pathOf(url: unknown, origin: string): string {
  try {
    const parsed = new URL(text(url, 2000), origin);
    if (parsed.origin === origin && typeof url === "string" && url !== "") {
      return parsed.pathname + parsed.search + parsed.hash;
    }
  } catch {
    // No address at all.
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
 * What a payload says. A push must show something (a browser takes the permission away from who
 * shows nothing), so one that cannot be read says that there is news.
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
