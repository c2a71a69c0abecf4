/** One row a recruiting brand; everything that differs between them stands here (D37). */
export interface Brand {
  key: "cos" | "onesun";
  name: string;
  /** Page hosts, without a port. The first brand also answers for any other host. */
  hosts: readonly string[];
  /** The API host of this brand, if it is another than the page's (`API_HOSTS`). */
  apiHost: string | null;
  supportPhone: string;
  supportEmail: string;
  /** Shown to visitors of the recruiting pages. */
  showsSupportEmail: boolean;
  chatAddress: string;
  sender: string;
  /** The fixed referral that the apply page sends, if any. */
  referral: number | null;
}

export const brands: readonly [Brand, Brand] = [
  {
    key: "cos",
    name: "COS",
    hosts: ["cos.localhost"],
    apiHost: null,
    supportPhone: "8005550142",
    supportEmail: "support@cos.example",
    showsSupportEmail: false,
    chatAddress: "https://chat.cos.example/",
    sender: "COS <no-reply@cos.example>",
    referral: null,
  },
  {
    key: "onesun",
    name: "One Sun",
    hosts: ["onesun.localhost"],
    apiHost: null,
    supportPhone: "8005550187",
    supportEmail: "support@onesun.example",
    showsSupportEmail: true,
    chatAddress: "https://chat.onesun.example/",
    sender: "One Sun <no-reply@onesun.example>",
    referral: 200100,
  },
];

/** The brand of a page host or an API host; an unknown host is the first brand's. */
export function brandOf(host: string): Brand {
  const name = host.replace(/:\d+$/, "").toLowerCase();
  const owns = ({ hosts, apiHost }: Brand) => hosts.includes(name) || apiHost === name;
  return brands.find(owns) ?? brands[0];
}

/** The brand whose recruiting pages a path is among, whatever the host: `/cos/…`, `/onesun/…`. */
export function brandOfPath(path: string): Brand | null {
  const [, first] = path.toLowerCase().split("/");
  return brands.find(({ key }) => key === first) ?? null;
}
