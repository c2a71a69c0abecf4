import type { ReactNode } from "react";
import { brandLooks } from "#shared/reference/brand-looks.ts";
import { type BrandKey, factsElement } from "#shared/reference/brands.ts";
import { type SitePage, sitePath, sitePlaceholders } from "#shared/reference/site-pages.ts";
import { BrandIf } from "./brand-if.tsx";

/** The facts about a brand that the build knows. The server replaces placeholders for the rest. */
export interface SiteBrand {
  key: BrandKey;
}

/** The files of a page, by address, and its stylesheet. */
export interface SiteAssets {
  styles: string;
  /** The script of the apply form, and the one for old browsers. */
  scripts: { form: string; oldBrowser: string };
  sharePicture: string;
  /** The site's typefaces as CSS, and the addresses of their files. */
  fonts: { faces: string; files: string[] };
}

interface SiteFrameProps {
  brand: SiteBrand;
  page: SitePage;
  title: string;
  description: string;
  assets: SiteAssets;
  /** Structured data of schema.org, as JSON. */
  data?: string;
  children: ReactNode;
}

const links = [
  { page: "home", name: "Home" },
  { page: "apply", name: "Apply" },
] as const;

/** The color of the browser's own bars: that of the page's top. */
const barColors: Record<BrandKey, { light: string; dark: string }> = {
  cos: { light: "#1d1850", dark: "#131031" },
  onesun: { light: "#fff8ec", dark: "#04191d" },
};

function Head({ brand, page, title, description, assets, data }: Omit<SiteFrameProps, "children">) {
  const address = `${sitePlaceholders.origin}${sitePath(brand, page)}`;
  const colors = barColors[brand.key];
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <link rel="icon" href={`/brands/${brand.key}/icon.svg`} type="image/svg+xml" />
      <link rel="apple-touch-icon" href={`/brands/${brand.key}/apple-touch-icon.png`} />
      <meta name="theme-color" content={colors.light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={colors.dark} media="(prefers-color-scheme: dark)" />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={sitePlaceholders.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={`${sitePlaceholders.origin}${assets.sharePicture}`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={sitePlaceholders.name} />
      <meta name="twitter:card" content="summary_large_image" />
      {assets.fonts.files.map((file) => (
        <link key={file} rel="preload" href={file} as="font" type="font/woff2" crossOrigin="" />
      ))}
      <style>{assets.fonts.faces + assets.styles}</style>
      {data && <script type="application/ld+json">{data}</script>}
      {page === "apply" && (
        <>
          <script type="application/json" id={factsElement}>
            {sitePlaceholders.facts}
          </script>
          <script type="module" src={assets.scripts.form} />
          <script defer src={assets.scripts.oldBrowser} />
        </>
      )}
    </head>
  );
}

/** The brand's phone and e-mail. */
export function Support() {
  return (
    <>
      <a href={`tel:+1${sitePlaceholders.phone}`}>{sitePlaceholders.writtenPhone}</a>
      <BrandIf fact="showsSupportEmail">
        {" "}
        <span className="support-email">
          or <a href={`mailto:${sitePlaceholders.email}`}>{sitePlaceholders.email}</a>
        </span>
      </BrandIf>
    </>
  );
}

/** A complete page: the frame of a site around the page's own content. */
export function SiteFrame({ children, ...head }: SiteFrameProps) {
  const { brand, page } = head;
  return (
    <html lang="en" data-brand={brand.key}>
      <Head {...head} />
      <body className={`page-${page}`}>
        <a className="skip" href="#main">
          Skip to content
        </a>
        <header className="site-bar">
          <a className="site-brand" href={sitePath(brand, "home")}>
            <svg aria-hidden="true" width="32" height="32" viewBox="0 0 24 24" fill="currentColor">
              <path d={brandLooks[brand.key].mark} />
            </svg>
            {sitePlaceholders.name}
          </a>
          <nav aria-label="Main">
            {links.map((link) => (
              <a
                key={link.page}
                href={sitePath(brand, link.page)}
                aria-current={link.page === page ? "page" : undefined}
              >
                {link.name}
              </a>
            ))}
            <a href="/login">Login</a>
          </nav>
        </header>
        <main id="main">{children}</main>
        <footer className="site-footer">
          <p>
            Questions? <Support />
          </p>
          <p>
            <a
              href={sitePath(brand, "privacy")}
              aria-current={page === "privacy" ? "page" : undefined}
            >
              Privacy Policy
            </a>
          </p>
          <p className="copyright">Copyright 2020 {sitePlaceholders.name}</p>
        </footer>
      </body>
    </html>
  );
}
