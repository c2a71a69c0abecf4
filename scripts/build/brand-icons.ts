import sharp from "sharp";
import type { Plugin } from "vite";
import { brandLooks } from "#shared/reference/brand-looks.ts";
import { type BrandKey, brandKeys } from "#shared/reference/brands.ts";

interface Look {
  /** How much of the square's side the mark takes; launchers may cut off the outer tenths. */
  share: number;
  /** The corners' radius, of a side of 24; none where the system rounds them itself. */
  radius?: number;
}

function iconOf(key: BrandKey, { share, radius = 0 }: Look): string {
  const brand = brandLooks[key];
  const inset = (24 * (1 - share)) / 2;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">',
    `<rect width="24" height="24" rx="${radius}" fill="${brand.barColors.light}"/>`,
    `<path fill="${brand.markColor}" transform="translate(${inset} ${inset}) scale(${share})"`,
    ` d="${brand.mark}"/></svg>`,
  ].join("");
}

/** Android shows a notification's badge as its outline alone, in a colour of its own. */
const badgeOf = (key: BrandKey) =>
  '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">' +
  `<path fill="#fff" d="${brandLooks[key].mark}"/></svg>`;

function png(svg: string, side: number): Promise<Buffer> {
  // The density draws the vector at the size that is wanted; resizing would blur it.
  return sharp(Buffer.from(svg), { density: 72 * (side / 24) })
    .resize(side, side)
    .png({ palette: true })
    .toBuffer();
}

/** The icons of the installed app, drawn from each brand's mark. */
export function brandIcons(): Plugin {
  return {
    name: "brand-icons",
    apply: "build",
    async buildStart() {
      for (const key of brandKeys) {
        const rounded = iconOf(key, { share: 0.72, radius: 5.5 });
        const files: Record<string, string | Buffer> = {
          "icon.svg": rounded,
          "icon-192.png": await png(rounded, 192),
          "icon-512.png": await png(rounded, 512),
          "maskable-512.png": await png(iconOf(key, { share: 0.56 }), 512),
          "apple-touch-icon.png": await png(iconOf(key, { share: 0.68 }), 180),
          "badge-96.png": await png(badgeOf(key), 96),
        };
        for (const [name, source] of Object.entries(files)) {
          this.emitFile({ type: "asset", fileName: `brands/${key}/${name}`, source });
        }
      }
    },
  };
}
