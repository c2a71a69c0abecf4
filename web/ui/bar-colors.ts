import { brandLooks } from "#shared/reference/brand-looks.ts";
import type { BrandKey } from "#shared/reference/brands.ts";
import { type ThemeChoice, themeChoice } from "./theme.ts";

function meta(content: string, media: string): HTMLMetaElement {
  const element = document.createElement("meta");
  element.name = "theme-color";
  element.content = content;
  element.media = media;
  return element;
}

/**
 * Paints the phone's own bar, which is above the app, in the brand's color of the current theme.
 */
export function paintBar(brand: { key: BrandKey }, choice: ThemeChoice = themeChoice()): void {
  const { barColors } = brandLooks[brand.key];
  for (const old of document.querySelectorAll('meta[name="theme-color"]')) old.remove();
  const dark = "(prefers-color-scheme: dark)";
  document.head.append(
    ...(choice === "system"
      ? [meta(barColors.dark, dark), meta(barColors.light, "all")]
      : [meta(barColors[choice], "all")]),
  );
}
