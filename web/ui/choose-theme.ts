import { pageBrand } from "../lib/page-brand.ts";
import { paintBar } from "./bar-colors.ts";
import { type ThemeChoice, themeChoice, themeChoices, themeKey } from "./theme.ts";

/** Sets the theme's attribute. Without it (`system`) the stylesheet uses prefers-color-scheme. */
export function applyTheme(choice: ThemeChoice): void {
  const root = document.documentElement;
  if (choice === "system") delete root.dataset.theme;
  else root.dataset.theme = choice;
  // Gives the canvas the right color before a stylesheet has loaded.
  root.style.colorScheme = choice === "system" ? "light dark" : choice;
}

/** Applies a theme at once, and stores it for later visits. */
export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(themeKey, choice);
  applyTheme(choice);
  paintBar(pageBrand(), choice);
}

/** Chooses the theme after the current one. */
export function chooseNextTheme(): ThemeChoice {
  const next = themeChoices[(themeChoices.indexOf(themeChoice()) + 1) % themeChoices.length];
  chooseTheme(next ?? "system");
  return next ?? "system";
}
