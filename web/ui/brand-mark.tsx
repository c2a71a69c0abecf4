import type { Brand } from "../../shared/reference/brands.ts";
import { pageBrand } from "../lib/page-brand.ts";

const marks: Record<Brand["key"], string> = {
  // A crescent with a star, and a sun over the horizon.
  cos: "M15.5 3.5A8.7 8.7 0 1 0 20.5 15 7 7 0 0 1 15.5 3.5zM18.5 5l.8 2 2 .8-2 .8-.8 2-.8-2-2-.8 2-.8z",
  onesun:
    "M6 16a6 6 0 0 1 12 0zM3 18.2h18v1.6H3zM11.2 4.5h1.6v3.2h-1.6zM4.3 8.4l1.2-1.1 2.2 2.3-1.2 1.1zM18.5 7.3l1.2 1.1-2.2 2.3-1.2-1.1z",
};

/** The page's brand, as a mark with its name. */
export function BrandMark() {
  const brand = pageBrand();
  return (
    <span className="brand-mark">
      <svg aria-hidden="true" width="24" height="24" viewBox="0 0 24 24" fill="currentColor">
        <path d={marks[brand.key]} />
      </svg>
      {brand.name}
    </span>
  );
}
