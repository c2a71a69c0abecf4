/** The recruiting brands. What a brand is called and how it is reached is a setting (`Brand`). */
export const brandKeys = ["cos", "onesun"] as const;
export type BrandKey = (typeof brandKeys)[number];

/** What a page and the service worker know of a brand; the server puts it into them. */
export interface PublicBrand {
  key: BrandKey;
  name: string;
  /** What the advisors' portal is called. */
  portalName: string;
  /** Page hosts, without a port, the one for links first. An unknown host is the first brand's. */
  hosts: readonly string[];
  /** The API host of this brand, if it is not the page's. */
  apiHost: string | null;
  supportEmail: string;
}

/** Everything about a brand that its operator decides: one entry of BRANDS_FILE (B1, D37). */
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

/** The brand of a page host or an API host; an unknown host is the first brand's. */
export function brandOf<B extends PublicBrand>(brands: readonly [B, ...B[]], host: string): B {
  const name = host.replace(/:\d+$/, "").toLowerCase();
  const owns = ({ hosts, apiHost }: B) => hosts.includes(name) || apiHost === name;
  return brands.find(owns) ?? brands[0];
}

/** The brand whose recruiting pages a path is among, whatever the host: `/cos/…`, `/onesun/…`. */
export function brandKeyOfPath(path: string): BrandKey | null {
  const [, first] = path.toLowerCase().split("/");
  return brandKeys.find((key) => key === first) ?? null;
}

/** What browsers are told of the brands, as JSON that may stand in a script element. */
export function publicFacts(brands: readonly PublicBrand[]): string {
  const facts = brands.map(
    ({ key, name, portalName, hosts, apiHost, supportEmail }): PublicBrand => ({
      ...{ key, name, portalName, hosts, apiHost, supportEmail },
    }),
  );
  return JSON.stringify(facts).replaceAll("<", "\\u003c");
}

/** The id of the element of a page that holds `publicFacts`. */
export const factsElement = "brands";
