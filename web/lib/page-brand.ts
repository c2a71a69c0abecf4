import { brandKeyOfPath, brandOf, type PublicBrand } from "#shared/reference/brands.ts";
import { brandFacts } from "./brand-facts.ts";

/** The brand of the host that the app, or its service worker, was loaded from. */
export const hostBrand = (): PublicBrand => brandOf(brandFacts(), location.hostname);

/** Whose page this is: a brand's own paths say so on any host, else the host does. */
export function pageBrand(): PublicBrand {
  const key = brandKeyOfPath(location.pathname);
  return brandFacts().find((brand) => brand.key === key) ?? hostBrand();
}
