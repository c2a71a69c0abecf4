import { IconButton } from "./button.tsx";
import { type ThemeChoice, themeChoices } from "./theme.ts";
import { useThemeChoice } from "./use-theme-choice.ts";

const words: Record<ThemeChoice, string> = {
  system: "Theme: as the system",
  light: "Theme: light",
  dark: "Theme: dark",
};

/** Switches from the system's theme to light, to dark, and back. */
export function ThemeSwitch() {
  const [choice, choose] = useThemeChoice();
  const step = () =>
    choose(themeChoices[(themeChoices.indexOf(choice) + 1) % themeChoices.length] ?? "system");
  return <IconButton icon={choice} label={words[choice]} onClick={step} />;
}
