import { useState } from "react";
import { pageBrand } from "../lib/page-brand.ts";
import { paintBar } from "./bar-colors.ts";
import { IconButton } from "./button.tsx";
import { chooseTheme, type ThemeChoice, themeChoice, themeChoices } from "./theme.ts";

const words: Record<ThemeChoice, string> = {
  system: "Theme: as the system",
  light: "Theme: light",
  dark: "Theme: dark",
};

/** Switches from the system's theme to light, to dark, and back. */
export function ThemeSwitch() {
  const [choice, setChoice] = useState(themeChoice);
  const step = () => {
    const next = themeChoices[(themeChoices.indexOf(choice) + 1) % themeChoices.length] ?? "system";
    chooseTheme(next);
    paintBar(pageBrand(), next);
    setChoice(next);
  };
  return <IconButton icon={choice} label={words[choice]} onClick={step} />;
}
