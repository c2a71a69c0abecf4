/**
 * The oldest browsers in which the portal works. An iPhone 8 or X gets nothing newer than Safari 16.
 * The build writes syntax for them, a test (tests/contract/browser-floor) refuses functions that
 * they lack, and `web/old-browser.js` tells users of older browsers to update.
 */
export const browserFloor = { safari: 16, chrome: 108, firefox: 115 } as const;

/** The same as Vite's `build.target` and `build.cssTarget`. */
export const buildTarget: string[] = Object.entries({
  ...browserFloor,
  edge: browserFloor.chrome,
}).map(([name, version]) => `${name}${version}`);
