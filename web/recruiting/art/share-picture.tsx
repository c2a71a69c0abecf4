import type { BrandKey } from "#shared/reference/brands.ts";
import { NightWheel } from "./night-wheel.tsx";
import { Sunrise } from "./sunrise.tsx";

/**
 * The preview picture of a shared page, 1200 by 630. It does not show the brand's name, because that
 * is a setting, which the build does not know.
 */
export function SharePicture({ brand }: { brand: BrandKey }) {
  const size = { xmlns: "http://www.w3.org/2000/svg", width: 1200, height: 630 };
  if (brand === "cos") {
    return (
      <svg {...size} viewBox="0 0 1200 630">
        <title>The moon and the wheel of the year</title>
        <rect width="1200" height="630" fill="#1d1850" />
        <circle cx="600" cy="315" r="420" fill="#3a3192" fillOpacity=".4" />
        <circle cx="600" cy="315" r="300" fill="#3a3192" fillOpacity=".5" />
        <g transform="translate(600 315) scale(1.15)">
          <NightWheel />
        </g>
      </svg>
    );
  }
  return (
    <svg {...size} viewBox="0 0 1200 630">
      <title>The sun rises over hills</title>
      <style>
        {`.halo{fill:#fbbf5a;fill-opacity:.22}.rays,.glints{stroke:#f59e0b}.sun{fill:#f7a928}.hill-far{fill:#7fb9b6}.hill{fill:#2b8085}.hill-near{fill:#0b4a52}.glints{stroke-opacity:0}`}
      </style>
      <rect width="1200" height="630" fill="#fff4dd" />
      <g transform="translate(600 450)">
        <Sunrise />
      </g>
    </svg>
  );
}
