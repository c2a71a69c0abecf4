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
  /** Whether the apply page shows the agreement document. */
  showsAgreement: boolean;
  chatAddress: string;
  sender: string;
  /** The fixed referral that the apply page sends, if any. */
  referral: number | null;
  /** The top bar in the light and in the dark theme, as a browser paints its own frame. */
  barColors: { light: string; dark: string };
  /** A path on a 24-pixel square, and its colour on the installed app's icon. */
  mark: string;
  markColor: string;
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
    showsAgreement: false,
    chatAddress: "https://chat.cos.example/",
    sender: "COS <no-reply@cos.example>",
    referral: null,
    barColors: { light: "#211b50", dark: "#161330" },
    // A crescent with a star.
    mark: "M15.5 3.5A8.7 8.7 0 1 0 20.5 15 7 7 0 0 1 15.5 3.5zM18.5 5l.8 2 2 .8-2 .8-.8 2-.8-2-2-.8 2-.8z",
    markColor: "#f2ba36",
  },
  {
    key: "onesun",
    name: "One Sun",
    hosts: ["onesun.localhost"],
    apiHost: null,
    supportPhone: "8005550187",
    supportEmail: "support@onesun.example",
    showsSupportEmail: true,
    showsAgreement: true,
    chatAddress: "https://chat.onesun.example/",
    sender: "One Sun <no-reply@onesun.example>",
    referral: 200100,
    barColors: { light: "#0c363b", dark: "#092225" },
    // A sun over the horizon.
    mark: "M6 16a6 6 0 0 1 12 0zM3 18.2h18v1.6H3zM11.2 4.5h1.6v3.2h-1.6zM4.3 8.4l1.2-1.1 2.2 2.3-1.2 1.1zM18.5 7.3l1.2 1.1-2.2 2.3-1.2-1.1z",
    markColor: "#faa629",
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
