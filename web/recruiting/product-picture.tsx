import type { BrandKey } from "#shared/reference/brands.ts";

/**
 * The upper part of a psychic's own screen, taken from the demo by `npm run pictures`. It ends above
 * the revenue, which is not a psychic's pay.
 */
export function ProductPicture({ brand }: { brand: BrandKey }) {
  const folder = `/brands/${brand}`;
  return (
    <picture className="phone">
      <source media="(prefers-color-scheme: dark)" srcSet={`${folder}/home-dark.webp`} />
      <img
        src={`${folder}/home.webp`}
        width="560"
        height="695"
        loading="lazy"
        decoding="async"
        alt="The portal on a psychic's phone: her status, with a button for each other status, and her next scheduled call"
      />
    </picture>
  );
}
