import { brandOf } from "../../shared/reference/brands.ts";

/** The brand of the page's host, as a mark with its name. */
export function BrandMark() {
  const brand = brandOf(location.hostname);
  return (
    <span className="brand-mark">
      <svg aria-hidden="true" width="24" height="24" viewBox="0 0 24 24" fill="currentColor">
        <path d={brand.mark} />
      </svg>
      {brand.name}
    </span>
  );
}
