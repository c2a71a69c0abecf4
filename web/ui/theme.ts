export const themeChoices = ["system", "light", "dark"] as const;
export type ThemeChoice = (typeof themeChoices)[number];

const key = "theme";

export function themeChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(key);
    return themeChoices.find((choice) => choice === stored) ?? "system";
  } catch {
    // If cookies are blocked, storage is too; then the system's theme applies.
    return "system";
  }
}

/** For `system` there is no attribute, and the stylesheet follows prefers-color-scheme. */
export function applyTheme(choice: ThemeChoice): void {
  const root = document.documentElement;
  if (choice === "system") delete root.dataset.theme;
  else root.dataset.theme = choice;
  // Gives the canvas the right color before a stylesheet has loaded.
  root.style.colorScheme = choice === "system" ? "light dark" : choice;
}

export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(key, choice);
  applyTheme(choice);
}
