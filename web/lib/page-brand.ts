import { brandKeyOfPath, brandOf, type PublicBrand } from "#shared/reference/brands.ts";
import { brandFacts } from "./brand-facts.ts";

/** The brand of the host that served the app or its service worker. */
export const hostBrand = (): PublicBrand => brandOf(brandFacts(), location.hostname);

/** The page's brand: a brand's own paths decide on every host (D37), otherwise the host. */
export function pageBrand(): PublicBrand {
  const key = brandKeyOfPath(location.pathname);
  return brandFacts().find((brand) => brand.key === key) ?? hostBrand();
}
