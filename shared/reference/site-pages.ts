import type { BrandKey } from "./brands.ts";

/** The pages of a brand's recruiting site, the landing page first. */
export const sitePages = ["home", "apply", "privacy"] as const;
export type SitePage = (typeof sitePages)[number];

/** `/cos`, `/cos/apply`. */
export function sitePath({ key }: { key: BrandKey }, page: SitePage): string {
  return page === "home" ? `/${key}` : `/${key}/${page}`;
}

/** A page's file in the built web app. */
export function siteFile({ key }: { key: BrandKey }, page: SitePage): string {
  return `recruiting/${key}-${page}.html`;
}

/**
 * Placeholders in the built pages. `server/pages/fill-site.ts` replaces them with the site's own
 * address and the brand's settings, which only the server knows.
 */
export const sitePlaceholders = {
  origin: "https://origin.invalid",
  name: "[[name]]",
  phone: "[[phone]]",
  writtenPhone: "[[written-phone]]",
  email: "[[email]]",
  referral: "[[referral]]",
  facts: "[[facts]]",
} as const;

/** The `fact` of an element `brand-if`: its content is only for brands where that fact is true. */
export type SiteCondition = "showsSupportEmail" | "showsAgreement";

/** The sign-in screen as the build renders it, with the paths of its files in the built web app. */
export interface SignInPage {
  styles: string[];
  /** The built `web/sign-in-start.ts`. */
  start: string;
  /** The names of the app's scripts in `assets`. The last one imports the others. */
  scripts: string[];
  /** The brand's typeface. Headings use it if it has loaded before the first paint. */
  font: string;
  /** The brand's picture, and the media query that it is for. */
  art: { file: string; media: string }[];
  /** The content of the app's root, with `sitePlaceholders.name` for the brand's name. */
  html: string;
}

/** The file of a brand's sign-in screen in the built web app. */
export const signInFile = (key: BrandKey) => `sign-in/${key}.json`;
