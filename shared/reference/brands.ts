/** The recruiting brands. Their names, phones and addresses are settings (`Brand`). */
export const brandKeys = ["cos", "onesun"] as const;
export type BrandKey = (typeof brandKeys)[number];

/** The facts about a brand that the server writes into pages and the service worker. */
export interface PublicBrand {
  key: BrandKey;
  name: string;
  /** The name of the advisors' portal. */
  portalName: string;
  /** Page hosts without a port, the one for links first. An unknown host belongs to the first brand. */
  hosts: readonly string[];
  /** The API host of this brand, if it is not the page host. */
  apiHost: string | null;
  supportEmail: string;
}

/** The settings of a brand: one entry of BRANDS_FILE (B1, D37). */
export interface Brand extends PublicBrand {
  /** Ten digits. */
  supportPhone: string;
  /** Whether the recruiting pages show the support's e-mail address. */
  showsSupportEmail: boolean;
  /** Whether the apply page shows the agreement document. */
  showsAgreement: boolean;
  chatAddress: string;
  sender: string;
  /** The fixed referral that the apply page sends, if any. */
  referral: number | null;
}

/** The brand of a page host or API host; the first brand for an unknown host. */
export function brandOf<B extends PublicBrand>(brands: readonly [B, ...B[]], host: string): B {
  const name = host.replace(/:\d+$/, "").toLowerCase();
  const owns = ({ hosts, apiHost }: B) => hosts.includes(name) || apiHost === name;
  return brands.find(owns) ?? brands[0];
}

/** The brand of a recruiting page's path (`/cos/…`, `/onesun/…`), on any host. */
export function brandKeyOfPath(path: string): BrandKey | null {
  const [, first] = path.toLowerCase().split("/");
  return brandKeys.find((key) => key === first) ?? null;
}

/** The brand facts for browsers, as JSON that is safe inside a script element. */
export function publicFacts(brands: readonly PublicBrand[]): string {
  const facts = brands.map(
    ({ key, name, portalName, hosts, apiHost, supportEmail }): PublicBrand => ({
      ...{ key, name, portalName, hosts, apiHost, supportEmail },
    }),
  );
  return JSON.stringify(facts).replaceAll("<", "\\u003c");
}

/** The id of the page element that contains `publicFacts`. */
export const factsElement = "brands";
