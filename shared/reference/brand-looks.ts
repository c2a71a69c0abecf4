import type { BrandKey } from "./brands.ts";

/** A brand's look in the portal. Its name and addresses are settings; its theme is in the code. */
interface BrandLook {
  /** The color that the browser gives its own frame, in the light and in the dark theme. */
  barColors: { light: string; dark: string };
  /** An SVG path on a 24-pixel square, and its color on the icon of the installed app. */
  mark: string;
  markColor: string;
}

export const brandLooks: Record<BrandKey, BrandLook> = {
  cos: {
    barColors: { light: "#211b50", dark: "#161330" },
    // A crescent with a star.
    mark: "M15.5 3.5A8.7 8.7 0 1 0 20.5 15 7 7 0 0 1 15.5 3.5zM18.5 5l.8 2 2 .8-2 .8-.8 2-.8-2-2-.8 2-.8z",
    markColor: "#f2ba36",
  },
  onesun: {
    barColors: { light: "#0c363b", dark: "#092225" },
    // A sun over the horizon.
    mark: "M6 16a6 6 0 0 1 12 0zM3 18.2h18v1.6H3zM11.2 4.5h1.6v3.2h-1.6zM4.3 8.4l1.2-1.1 2.2 2.3-1.2 1.1zM18.5 7.3l1.2 1.1-2.2 2.3-1.2-1.1z",
    markColor: "#faa629",
  },
};
