import { readFileSync } from "node:fs";
import { z } from "zod";
import { type Brand, type BrandKey, brandKeys, brandOf } from "#shared/reference/brands.ts";
import { exampleBrands } from "#shared/reference/example-brands.ts";
import { StartError } from "./start-error.ts";

/** The brands of this portal. */
export interface Brands {
  all: readonly [Brand, Brand];
  /** Whether they are the demo's brands, whose hosts work on this machine only. */
  areExample: boolean;
  of(host: string | undefined): Brand;
  named(key: string): Brand;
}

function brandsFrom(all: readonly [Brand, Brand], areExample: boolean): Brands {
  return {
    all,
    areExample,
    of: (host) => brandOf(all, host ?? ""),
    named: (key) => all.find((brand) => brand.key === key) ?? all[0],
  };
}

export const theExampleBrands = brandsFrom(exampleBrands, true);

/** Domains that do not exist outside a demo (RFC 2606, RFC 6761). */
const isInvented = (host: string) => /(^|\.)(localhost|example)\.?$/i.test(host);
const hostOfAddress = (address: string) => /@([^@\s<>]+?)>?$/.exec(address)?.[1] ?? "";

const line = z
  .string("must be a text")
  .trim()
  .min(1, "must not be empty")
  .max(60, "must have at most 60 characters")
  .regex(/^[^<>"\p{Cc}]+$/u, 'must be one line without < > and "');
const host = z
  .string("must be a text")
  .regex(
    /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/,
    "must be a host name in lower case, without a scheme, port or path",
  );
const fields = z.strictObject({
  name: line,
  portalName: line.optional(),
  hosts: z.array(host, "must be a list of hosts").min(1, "must name a host"),
  apiHost: host.nullable().default(null),
  supportPhone: z.string("must be a text").regex(/^\d{10}$/, "must be ten digits"),
  supportEmail: z.email("must be an e-mail address"),
  showsSupportEmail: z.boolean("must be true or false").default(false),
  showsAgreement: z.boolean("must be true or false").default(false),
  chatAddress: z.url({ protocol: /^https?$/, error: "must be an http or https address" }),
  sender: z
    .string("must be a text")
    .regex(
      /^([^<>\r\n]+ <[^@<>\s]+@[^@<>\s]+>|[^@<>\s]+@[^@<>\s]+)$/,
      "must be an address or Name <address>",
    ),
  referral: z
    .int("must be a whole number")
    .positive("must be above 0")
    .max(999_999, "must have at most six digits")
    .nullable()
    .default(null),
});
const schema = z
  .strictObject(Object.fromEntries(brandKeys.map((key) => [key, fields])) as BrandFields)
  .check(({ value, issues }) => {
    const places = new Map<string, string>();
    for (const key of brandKeys) {
      const { hosts, apiHost } = value[key];
      for (const name of [...hosts, ...(apiHost ? [apiHost] : [])]) {
        const message = `${name} is named twice`;
        const path = [key, "hosts"];
        if (places.has(name)) issues.push({ code: "custom", message, path, input: name });
        places.set(name, key);
      }
    }
  });
type BrandFields = Record<BrandKey, typeof fields>;
type Given = z.infer<typeof schema>;

/**
 * Reads brands from a file: a JSON object by the brands' keys.
 * @throws StartError with one line per wrong setting.
 */
export function readBrands(file: string, production: boolean): Brands {
  const given = jsonOf(file);
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw new StartError(linesOf(parsed.error.issues, given).join("\n"));
  if (production) refuseInvented(parsed.data);
  const [first, second] = brandKeys.map((key): Brand => {
    const { portalName, ...settings } = parsed.data[key];
    return { key, portalName: portalName ?? `${settings.name} Advisor Portal`, ...settings };
  });
  return brandsFrom([first as Brand, second as Brand], false);
}

function jsonOf(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`BRANDS_FILE cannot be read (${code})`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new StartError("BRANDS_FILE must be JSON");
  }
}

/** The mistakes, one line per place. */
function linesOf(issues: readonly z.core.$ZodIssue[], given: unknown): string[] {
  const words = new Map<string, string>();
  for (const issue of issues) {
    const place = issue.path.join(".") || "the file";
    if (!words.has(place)) words.set(place, wordsOf(issue, given));
  }
  return [...words].map(([place, says]) => `BRANDS_FILE: ${place} ${says}`);
}

function wordsOf(issue: z.core.$ZodIssue, given: unknown): string {
  if (issue.code === "unrecognized_keys") return `has an unknown ${issue.keys.join(", ")}`;
  const found = issue.path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    given,
  );
  return found === undefined ? "is missing" : issue.message;
}

function refuseInvented(given: Given): void {
  const wrong = brandKeys.flatMap((key) => {
    const { hosts, apiHost, supportEmail, chatAddress, sender } = given[key];
    const places: [string, string][] = [
      ...hosts.map((name): [string, string] => ["hosts", name]),
      ["apiHost", apiHost ?? ""],
      ["supportEmail", hostOfAddress(supportEmail)],
      ["chatAddress", new URL(chatAddress).hostname],
      ["sender", hostOfAddress(sender)],
    ];
    return places
      .filter(([, name]) => isInvented(name))
      .map(([field, name]) => `BRANDS_FILE: ${key}.${field} must be a real host, not ${name}`);
  });
  if (wrong.length > 0) throw new StartError(wrong.join("\n"));
}
