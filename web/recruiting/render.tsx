import { renderToStaticMarkup } from "react-dom/server";
import { type Brand, brands } from "../../shared/reference/brands.ts";
import { type SitePage, siteFile, sitePages } from "../../shared/reference/site-pages.ts";
import { ApplyPage } from "./apply-page.tsx";
import { SharePicture } from "./art/share-picture.tsx";
import { LandingPage } from "./landing-page.tsx";
import { PrivacyPage } from "./privacy-page.tsx";
import type { SiteAssets } from "./site-frame.tsx";
import cosStyles from "./styles/cos.scss?inline";
import onesunStyles from "./styles/onesun.scss?inline";

const styles: Record<Brand["key"], string> = { cos: cosStyles, onesun: onesunStyles };

const pages: Record<SitePage, typeof LandingPage> = {
  home: LandingPage,
  apply: ApplyPage,
  privacy: PrivacyPage,
};

/** What appears where a page is shared, as SVG of 1200 by 630. */
export function sharePictures(): { brand: Brand["key"]; svg: string }[] {
  return brands.map(({ key }) => ({
    brand: key,
    svg: renderToStaticMarkup(<SharePicture brand={key} />),
  }));
}

/**
 * Every page of both sites as HTML.
 * @param scripts the addresses of the apply form's scripts.
 * @param pictures the addresses of the share pictures.
 */
export function renderSites(
  scripts: SiteAssets["scripts"],
  pictures: Record<Brand["key"], string>,
  published: Date,
): { file: string; html: string }[] {
  return brands.flatMap((brand) =>
    sitePages.map((page) => {
      const Page = pages[page];
      const assets = { styles: styles[brand.key], scripts, sharePicture: pictures[brand.key] };
      const html = renderToStaticMarkup(
        <Page brand={brand} assets={assets} published={published} />,
      );
      return { file: siteFile(brand, page), html: `<!doctype html>${html}` };
    }),
  );
}
