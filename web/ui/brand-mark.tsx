import { brandLooks } from "#shared/reference/brand-looks.ts";
import { pageBrand } from "../lib/page-brand.ts";
import "./brand-mark.scss";

/** The mark and the name of the page's brand. */
export function BrandMark() {
  const brand = pageBrand();
  return (
    <span className="brand-mark">
      <svg aria-hidden="true" width="24" height="24" viewBox="0 0 24 24" fill="currentColor">
        <path d={brandLooks[brand.key].mark} />
      </svg>
      {brand.name}
    </span>
  );
}
