/** Chromium obeys only the last list of features, so Playwright's own (1.65) is repeated here. */
const playwrightsFeatures = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];
/** Each new window renders these pages of Chromium's own, though no test types an address. */
const addressBarPopups = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];

/** The arguments of every Chromium that a test opens. */
export const chromiumArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${[...playwrightsFeatures, ...addressBarPopups].join(",")}`,
];

const { CHROMIUM_PATH, CHROMIUM_SHELL_PATH } = process.env;

const launchOptions = (executablePath: string | undefined) => ({
  ...(executablePath && { executablePath }),
  args: chromiumArguments,
});

/**
 * Chromium with its user interface, for tests of notifications, windows and the back/forward cache.
 */
export const wholeChromium = launchOptions(CHROMIUM_PATH);

/**
 * Chromium without toolbars, tabs and windows, which take a fifth of the processor's time
 * though nobody sees them. Where it is not installed, the tests use the whole Chromium.
 */
export const headlessShell = launchOptions(CHROMIUM_SHELL_PATH ?? CHROMIUM_PATH);
