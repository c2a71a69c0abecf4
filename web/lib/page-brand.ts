import { type Brand, brandOf, brandOfPath } from "../../shared/reference/brands.ts";

/** Whose page this is: a brand's own paths say so on any host, else the host does. */
export function pageBrand(): Brand {
  return brandOfPath(location.pathname) ?? brandOf(location.hostname);
}
