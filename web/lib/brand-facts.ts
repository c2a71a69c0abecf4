import { factsElement, type PublicBrand } from "#shared/reference/brands.ts";

type Facts = readonly [PublicBrand, ...PublicBrand[]];

/** What the server puts before the service worker's own code (`server/pages/app-page.ts`). */
export interface PortalShell {
  /** Of the page that the worker keeps. */
  revision: string;
  brands: Facts;
}

/** Only a page that no portal served has no facts. */
const none: Facts = [
  {
    ...{ key: "cos", name: "Portal", portalName: "Advisor Portal" },
    ...{ hosts: [], apiHost: null, supportEmail: "" },
  },
];
let known: Facts | undefined;

/** The brands, as the server describes them in the page and in the service worker (B1). */
export function brandFacts(): Facts {
  known ??= readFacts();
  return known;
}

function readFacts(): Facts {
  // The service worker has no document, and a page no shell.
  const { portalShell, document } = globalThis as {
    portalShell?: PortalShell;
    document?: { getElementById?(id: string): { textContent: string | null } | null };
  };
  if (portalShell) return portalShell.brands;
  const written = document?.getElementById?.(factsElement)?.textContent;
  return written ? JSON.parse(written) : none;
}
