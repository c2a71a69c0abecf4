/**
 * The oldest browsers the portal works in; an iPhone 8 or X ends at Safari 16. The build writes
 * syntax for them, a test holds what we call to what they have (tests/contract/browser-floor), and
 * `web/public/old-browser.js` turns older ones away.
 */
export const browserFloor = { safari: 16, chrome: 108, firefox: 115 } as const;

/** The same as Vite's `build.target` and `build.cssTarget`. */
export const buildTarget: string[] = Object.entries({
  ...browserFloor,
  edge: browserFloor.chrome,
}).map(([name, version]) => `${name}${version}`);
