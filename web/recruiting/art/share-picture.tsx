import type { Brand } from "../../../shared/reference/brands.ts";
import { NightWheel } from "./night-wheel.tsx";
import { Sunrise } from "./sunrise.tsx";

/** The names in strokes of our own: a picture is drawn where no font may be installed. */
const names: Record<Brand["key"], { strokes: string; width: number }> = {
  cos: {
    strokes:
      "M88 22A52 52 0 1 0 88 94M184 6a52 52 0 1 1 0 104 52 52 0 1 1 0-104M330 24c-10-14-24-18-36-18-20 0-36 11-36 27 0 34 78 20 78 51 0 16-17 26-38 26-16 0-32-6-42-21",
    width: 336,
  },
  onesun: {
    strokes:
      "M56 6a52 52 0 1 1 0 104 52 52 0 1 1 0-104M140 110V42M140 74c0-22 14-34 30-34s28 10 28 32v38M232 76h66c0-22-14-36-32-36s-33 15-33 35 15 36 34 36c13 0 24-6 29-16M452 24c-10-14-24-18-36-18-20 0-36 11-36 27 0 34 78 20 78 51 0 16-17 26-38 26-16 0-32-6-42-21M492 42v38c0 20 11 31 28 31s30-12 30-33M550 42v68M588 110V42M588 74c0-22 14-34 30-34s28 10 28 32v38",
    width: 648,
  },
};

function Name({
  brand,
  x,
  y,
  color,
}: {
  brand: Brand["key"];
  x: number;
  y: number;
  color: string;
}) {
  return (
    <path
      transform={`translate(${x} ${y})`}
      d={names[brand].strokes}
      fill="none"
      stroke={color}
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="12"
    />
  );
}

/** What appears where a page of the brand is shared: 1200 by 630. */
export function SharePicture({ brand }: { brand: Brand["key"] }) {
  const size = { xmlns: "http://www.w3.org/2000/svg", width: 1200, height: 630 };
  if (brand === "cos") {
    return (
      <svg {...size} viewBox="0 0 1200 630">
        <title>COS</title>
        <rect width="1200" height="630" fill="#1d1850" />
        <circle cx="860" cy="315" r="420" fill="#3a3192" fillOpacity=".4" />
        <circle cx="860" cy="315" r="300" fill="#3a3192" fillOpacity=".5" />
        <g transform="translate(860 315) scale(1.15)">
          <NightWheel />
        </g>
        <Name brand={brand} x={110} y={257} color="#fff6df" />
      </svg>
    );
  }
  return (
    <svg {...size} viewBox="0 0 1200 630">
      <title>One Sun</title>
      <style>
        {`.halo{fill:#fbbf5a;fill-opacity:.22}.rays,.glints{stroke:#f59e0b}.sun{fill:#f7a928}.hill-far{fill:#7fb9b6}.hill{fill:#2b8085}.hill-near{fill:#0b4a52}.glints{stroke-opacity:0}`}
      </style>
      <rect width="1200" height="630" fill="#fff4dd" />
      <g transform="translate(600 450)">
        <Sunrise />
      </g>
      <Name brand={brand} x={600 - names.onesun.width / 2} y={52} color="#0b4a52" />
    </svg>
  );
}
