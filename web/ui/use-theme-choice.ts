import { useState } from "react";
import { pageBrand } from "../lib/page-brand.ts";
import { paintBar } from "./bar-colors.ts";
import { chooseTheme, type ThemeChoice, themeChoice } from "./theme.ts";

/** The chosen theme, and a function that applies and stores another one. */
export function useThemeChoice() {
  const [choice, setChoice] = useState(themeChoice);
  const choose = (next: ThemeChoice) => {
    chooseTheme(next);
    paintBar(pageBrand(), next);
    setChoice(next);
  };
  return [choice, choose] as const;
}
