import { useState } from "react";
import { brandOf } from "../../shared/reference/brands.ts";
import { paintBar } from "./bar-colors.ts";
import { IconButton } from "./button.tsx";
import { chooseTheme, type ThemeChoice, themeChoice, themeChoices } from "./theme.ts";

const words: Record<ThemeChoice, string> = {
  system: "Theme: as the system",
  light: "Theme: light",
  dark: "Theme: dark",
};

/** Steps from the system's theme to light to dark and back. */
export function ThemeSwitch() {
  const [choice, setChoice] = useState(themeChoice);
  const step = () => {
    const next = themeChoices[(themeChoices.indexOf(choice) + 1) % themeChoices.length] ?? "system";
    chooseTheme(next);
    paintBar(brandOf(location.hostname), next);
    setChoice(next);
  };
  return <IconButton icon={choice} label={words[choice]} onClick={step} />;
}
