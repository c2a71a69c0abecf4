import type { BrandKey } from "./brands.ts";

/** The pages of a brand's recruiting site, the landing page first. */
export const sitePages = ["home", "apply", "privacy"] as const;
export type SitePage = (typeof sitePages)[number];

/** `/cos`, `/cos/apply`. */
export function sitePath({ key }: { key: BrandKey }, page: SitePage): string {
  return page === "home" ? `/${key}` : `/${key}/${page}`;
}

/** The file below the built web app that holds a page. */
export function siteFile({ key }: { key: BrandKey }, page: SitePage): string {
  return `recruiting/${key}-${page}.html`;
}

/**
 * Stand in the built pages for what only the server knows: the site's own address and what the
 * settings say of the brand. `server/pages/fill-site.ts` puts it in.
 */
export const siteMarks = {
  origin: "https://origin.invalid",
  name: "[[name]]",
  phone: "[[phone]]",
  writtenPhone: "[[written-phone]]",
  email: "[[email]]",
  referral: "[[referral]]",
  facts: "[[facts]]",
} as const;

/** Parts of a built page that only some brands have, in an element `brand-if` (its `fact`). */
export type SiteCondition = "showsSupportEmail" | "showsAgreement";

/** The sign-in screen as the build renders it, with addresses of files below the web app. */
export interface SignInPage {
  styles: string[];
  scripts: string[];
  /** What stands in the app's root; `siteMarks.name` stands for the brand's name. */
  html: string;
}

/** The file below the built web app that holds a brand's sign-in screen. */
export const signInFile = (key: BrandKey) => `sign-in/${key}.json`;
