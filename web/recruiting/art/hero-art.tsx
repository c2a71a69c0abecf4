import type { BrandKey } from "#shared/reference/brands.ts";
import { NightWheel } from "./night-wheel.tsx";
import { Sunrise } from "./sunrise.tsx";

/** The decorative picture of a landing page; hidden from screen readers. */
export function HeroArt({ brand }: { brand: BrandKey }) {
  if (brand === "cos") {
    return (
      <svg className="hero-art" aria-hidden="true" viewBox="-240 -240 480 480">
        <NightWheel />
      </svg>
    );
  }
  return (
    <svg
      className="hero-art"
      aria-hidden="true"
      viewBox="-760 -310 1520 500"
      preserveAspectRatio="xMidYMax slice"
    >
      <Sunrise />
    </svg>
  );
}
