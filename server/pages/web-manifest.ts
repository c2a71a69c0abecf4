import { join } from "node:path";
import { type RequestHandler, Router } from "express";
import { brandLooks } from "#shared/reference/brand-looks.ts";
import type { Brand } from "#shared/reference/brands.ts";
import type { Brands } from "../brands.ts";

const hour = "public, max-age=3600";

/** Where the installed app opens, and the shortcuts of its icon. */
const starts = {
  psychic: {
    url: "/psychic",
    shortcuts: [
      { name: "Schedule", url: "/psychic/schedule" },
      { name: "Readings", url: "/psychic/readings" },
      { name: "Statistics", url: "/psychic/statistics" },
      { name: "Notifications", url: "/psychic/notifications" },
    ],
  },
  // Managers' pages link to this one (web/manager/use-manager-manifest.ts).
  manager: {
    url: "/dashboard",
    shortcuts: [
      { name: "Approvals", url: "/approvals" },
      { name: "All Psychics", url: "/psychics" },
      { name: "Statistics", url: "/statistics" },
      { name: "Contact Submissions", url: "/contacts" },
    ],
  },
};

/**
 * The manifest with which browsers install the portal (D37), with each brand's name, icons and
 * colors.
 */
export function webManifest(
  brand: Brand,
  { areExample }: Pick<Brands, "areExample">,
  role: keyof typeof starts = "psychic",
) {
  const folder = `/brands/${brand.key}`;
  const { barColors } = brandLooks[brand.key];
  const screenshot = (name: string, sizes: string, form_factor: string, label: string) => ({
    src: `${folder}/${name}.webp`,
    sizes,
    type: "image/webp",
    form_factor,
    label,
  });
  return {
    id: "/psychic",
    name: brand.portalName,
    short_name: brand.name,
    description: "Your schedule, readings and statistics, and news of your scheduled calls.",
    lang: "en",
    start_url: starts[role].url,
    scope: "/",
    display: "standalone",
    theme_color: barColors.light,
    // Behind the icon while the app starts, in both themes.
    background_color: barColors.light,
    categories: ["business", "productivity"],
    icons: [
      { src: `${folder}/icon-192.png`, sizes: "192x192", type: "image/png" },
      { src: `${folder}/icon-512.png`, sizes: "512x512", type: "image/png" },
      {
        src: `${folder}/maskable-512.png`,
        sizes: "512x512",
        type: "image/png",
        purpose: "maskable",
      },
      { src: `${folder}/icon.svg`, sizes: "any", type: "image/svg+xml" },
    ],
    // The screenshots show the demo, with the example brand's name.
    screenshots: areExample
      ? [
          screenshot("narrow", "780x1688", "narrow", "The dashboard on a phone"),
          screenshot("wide", "1440x900", "wide", "The dashboard on a computer"),
        ]
      : [],
    shortcuts: starts[role].shortcuts,
  };
}

/** Files whose paths are the same on every host, and whose content depends on the host's brand. */
export function brandFiles(folder: string, brands: Brands): Router {
  const router = Router();
  const ofBrand =
    (name: string): RequestHandler =>
    (req, res, next) => {
      const path = join(folder, "brands", brands.of(req.hostname).key, name);
      res.setHeader("Vary", "Host");
      res.sendFile(path, { headers: { "Cache-Control": hour } }, (error) => {
        if (error) next(error);
      });
    };
  router.get("/manifest.webmanifest", (req, res) => {
    res.set({ "Cache-Control": "no-cache", Vary: "Host" });
    const role = req.query.role === "manager" ? "manager" : "psychic";
    res.type("application/manifest+json").send(webManifest(brands.of(req.hostname), brands, role));
  });
  router.get("/icon.svg", ofBrand("icon.svg"));
  router.get("/apple-touch-icon.png", ofBrand("apple-touch-icon.png"));
  return router;
}
