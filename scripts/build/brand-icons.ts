import sharp from "sharp";
import type { Plugin } from "vite";
import { brandLooks } from "#shared/reference/brand-looks.ts";
import { type BrandKey, brandKeys } from "#shared/reference/brands.ts";

interface Look {
  /** The mark's share of the square's side. Launchers may cut off the outer tenths. */
  share: number;
  /** The radius of the corners, for a side of 24; 0 if the system rounds them itself. */
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

const rounded = (key: BrandKey) => iconOf(key, { share: 0.72, radius: 5.5 });

/** Android uses only the outline of a notification's badge, in its own color. */
const badgeOf = (key: BrandKey) =>
  '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">' +
  `<path fill="#fff" d="${brandLooks[key].mark}"/></svg>`;

function png(svg: string, side: number): Promise<Buffer> {
  // The density renders the vector at its final size; resizing a bitmap would blur it.
  return sharp(Buffer.from(svg), { density: 72 * (side / 24) })
    .resize(side, side)
    .png({ palette: true })
    .toBuffer();
}

/** The icons of one brand, by file name. */
const drawIcon: Record<string, (key: BrandKey) => string | Promise<Buffer>> = {
  "icon.svg": rounded,
  "icon-192.png": (key) => png(rounded(key), 192),
  "icon-512.png": (key) => png(rounded(key), 512),
  "maskable-512.png": (key) => png(iconOf(key, { share: 0.56 }), 512),
  "apple-touch-icon.png": (key) => png(iconOf(key, { share: 0.68 }), 180),
  "badge-96.png": (key) => png(badgeOf(key), 96),
};

/** The icons of the installed app, drawn from each brand's mark, below `/brands`. */
export function brandIcons(): Plugin {
  let isServed = false;
  return {
    name: "brand-icons",
    configResolved: (config) => {
      isServed = config.command === "serve";
    },
    async buildStart() {
      if (isServed) return;
      for (const key of brandKeys) {
        for (const [name, draw] of Object.entries(drawIcon)) {
          const source = await draw(key);
          this.emitFile({ type: "asset", fileName: `brands/${key}/${name}`, source });
        }
      }
    },
    configureServer(vite) {
      vite.middlewares.use("/brands", async (req, res, next) => {
        const [, folder, name = ""] = (req.url ?? "").split("?", 1)[0]?.split("/") ?? [];
        const key = brandKeys.find((brand) => brand === folder);
        const draw = Object.hasOwn(drawIcon, name) && drawIcon[name];
        if (!key || !draw) return next();
        res.setHeader("Content-Type", name.endsWith(".svg") ? "image/svg+xml" : "image/png");
        res.end(await draw(key));
      });
    },
  };
}
