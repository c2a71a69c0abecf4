/** How to install the app on this device; `none` where the browser cannot. */
export type InstallWay = "installed" | "offered" | "steps" | "none";

export interface InstallFacts {
  /** Opened from the home screen, without a browser around it. */
  standalone: boolean;
  /** The browser has made its offer to install. */
  offered: boolean;
  userAgent: string;
  /** An iPad calls itself a Mac; a Mac has no touch screen. */
  touchPoints: number;
}

/** An iPhone or iPad: only the browser's Share menu installs there. */
export function isApple({ userAgent, touchPoints }: InstallFacts): boolean {
  return (
    /\b(iPhone|iPad|iPod)\b/.test(userAgent) || (/\bMacintosh\b/.test(userAgent) && touchPoints > 1)
  );
}

export function installWay(facts: InstallFacts): InstallWay {
  if (facts.standalone) return "installed";
  if (facts.offered) return "offered";
  return isApple(facts) ? "steps" : "none";
}

/** The facts about this browser. */
export function installFacts(offered: boolean): InstallFacts {
  return {
    standalone:
      matchMedia("(display-mode: standalone)").matches ||
      // Safari's own name for it.
      ("standalone" in navigator && navigator.standalone === true),
    offered,
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
  };
}
