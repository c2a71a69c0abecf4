import type { Brand } from "./brands.ts";

/** The pages of a brand's recruiting site, the landing page first. */
export const sitePages = ["home", "apply", "privacy"] as const;
export type SitePage = (typeof sitePages)[number];

/** `/cos`, `/cos/apply`. */
export function sitePath({ key }: Pick<Brand, "key">, page: SitePage): string {
  return page === "home" ? `/${key}` : `/${key}/${page}`;
}

/** The file below the built web app that holds a page. */
export function siteFile({ key }: Pick<Brand, "key">, page: SitePage): string {
  return `recruiting/${key}-${page}.html`;
}

/**
 * Stands in the built pages where a site's own address belongs: only the server that serves them
 * knows it.
 */
export const originMark = "https://origin.invalid";
