export const themeChoices = ["system", "light", "dark"] as const;
export type ThemeChoice = (typeof themeChoices)[number];

export const themeKey = "theme";

export function themeChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(themeKey);
    return themeChoices.find((choice) => choice === stored) ?? "system";
  } catch {
    // If cookies are blocked, storage is too; then the system's theme applies.
    return "system";
  }
}
