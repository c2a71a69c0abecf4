import { factsElement, type PublicBrand } from "#shared/reference/brands.ts";

type Facts = readonly [PublicBrand, ...PublicBrand[]];

/** The server writes this in front of the service worker's code (`server/pages/app-page.ts`). */
export interface PortalShell {
  /** The revision of the page that the worker stores. */
  revision: string;
  brands: Facts;
}

/** For pages that no portal served, such as the gallery and tests. */
const none: Facts = [
  {
    ...{ key: "cos", name: "Portal", portalName: "Advisor Portal" },
    ...{ hosts: [], apiHost: null, supportEmail: "" },
  },
];
let known: Facts | undefined;

/** The brands. The server writes them into the page and into the service worker (B1). */
export function brandFacts(): Facts {
  known ??= readFacts();
  return known;
}

function readFacts(): Facts {
  // The service worker has no document, and a page has no `portalShell`.
  const { portalShell, document } = globalThis as {
    portalShell?: PortalShell;
    document?: { getElementById?(id: string): { textContent: string | null } | null };
  };
  if (portalShell) return portalShell.brands;
  const written = document?.getElementById?.(factsElement)?.textContent;
  return written ? JSON.parse(written) : none;
}
