import { useState } from "react";
import { Button } from "./button.tsx";
import { type ThemeChoice, themeChoice } from "./theme.ts";

const words: Record<ThemeChoice, string> = {
  system: "Theme: same as this device",
  light: "Theme: light",
  dark: "Theme: dark",
};

/** Switches from the system's theme to light, to dark, and back. */
export function ThemeSwitch() {
  const [choice, setChoice] = useState(themeChoice);
  const step = () => {
    // Load this only at the first click, to keep the sign-in screen small.
    import("./choose-theme.ts").then(
      ({ chooseNextTheme }) => setChoice(chooseNextTheme()),
      // The next click tries again.
      () => undefined,
    );
  };
  return (
    <Button look="quiet" icon={choice} onClick={step}>
      {words[choice]}
    </Button>
  );
}
