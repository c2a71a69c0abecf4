export const themeChoices = ["system", "light", "dark"] as const;
export type ThemeChoice = (typeof themeChoices)[number];

const key = "theme";

export function themeChoice(): ThemeChoice {
  try {
    const kept = localStorage.getItem(key);
    return themeChoices.find((choice) => choice === kept) ?? "system";
  } catch {
    // Storage is refused where cookies are blocked; the system's theme will do.
    return "system";
  }
}

/** `system` leaves the attribute off: the stylesheet then follows prefers-color-scheme. */
export function applyTheme(choice: ThemeChoice): void {
  const root = document.documentElement;
  if (choice === "system") delete root.dataset.theme;
  else root.dataset.theme = choice;
  // Before any stylesheet is there the canvas already has the right colour.
  root.style.colorScheme = choice === "system" ? "light dark" : choice;
}

export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(key, choice);
  applyTheme(choice);
}
