type Family = readonly [pattern: RegExp, name: string];

/** The order counts: most browsers also name those that they imitate. */
const browsers: readonly Family[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOP(?:R|T|iOS)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|HeadlessChrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: readonly Family[] = [
  [/\b(?:iPhone|iPad|iPod)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** Browsers name themselves within the first characters; a hostile header may be long. */
const lengthAtMost = 400;

/** "Chrome on Android": the kind of browser, and nothing that identifies one browser. */
export function browserFamily(userAgent: string | undefined): string | null {
  if (!userAgent) return null;
  const text = userAgent.slice(0, lengthAtMost);
  const nameIn = (families: readonly Family[]) =>
    families.find(([pattern]) => pattern.test(text))?.[1];
  const browser = nameIn(browsers) ?? "Other";
  const system = nameIn(systems);
  return system ? `${browser} on ${system}` : browser;
}
