import { renderToStaticMarkup } from "react-dom/server";
import { type BrandKey, brandKeys } from "#shared/reference/brands.ts";
import { type SitePage, siteFile, sitePages } from "#shared/reference/site-pages.ts";
import { ApplyPage } from "./apply-page.tsx";
import { SharePicture } from "./art/share-picture.tsx";
import { LandingPage } from "./landing-page.tsx";
import { PrivacyPage } from "./privacy-page.tsx";
import type { SiteAssets } from "./site-frame.tsx";
import cosStyles from "./styles/cos.scss?inline";
import onesunStyles from "./styles/onesun.scss?inline";

const styles: Record<BrandKey, string> = { cos: cosStyles, onesun: onesunStyles };

const pages: Record<SitePage, typeof LandingPage> = {
  home: LandingPage,
  apply: ApplyPage,
  privacy: PrivacyPage,
};

/** The preview pictures of shared pages, as SVG of 1200 by 630. */
export function sharePictures(): { brand: BrandKey; svg: string }[] {
  return brandKeys.map((key) => ({
    brand: key,
    svg: renderToStaticMarkup(<SharePicture brand={key} />),
  }));
}

/**
 * Renders all pages of both sites as HTML, with placeholders for the brand's facts.
 * @param scripts the addresses of the apply form's scripts.
 * @param pictures the addresses of the share pictures.
 * @param fonts the typefaces.
 */
export function renderSites(
  scripts: SiteAssets["scripts"],
  pictures: Record<BrandKey, string>,
  fonts: Record<BrandKey, SiteAssets["fonts"]>,
  published: Date,
): { file: string; html: string }[] {
  return brandKeys.flatMap((key) =>
    sitePages.map((page) => {
      const Page = pages[page];
      const assets = {
        styles: styles[key],
        scripts,
        sharePicture: pictures[key],
        fonts: fonts[key],
      };
      const html = renderToStaticMarkup(
        <Page brand={{ key }} assets={assets} published={published} />,
      );
      return { file: siteFile({ key }, page), html: `<!doctype html>${html}` };
    }),
  );
}
