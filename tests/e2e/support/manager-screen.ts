import type { Page } from "playwright/test";
import { expectNothingFound } from "./axe.ts";
import { expectToFit } from "./fit.ts";

/**
 * A manager works on a desktop, so axe looks at the screen there; on a phone the screen has to fit,
 * with letters of the usual size.
 */
export async function expectFine(page: Page, isMobile: boolean): Promise<void> {
  if (isMobile) await expectToFit(page, [[320, "100%"]]);
  else await expectNothingFound(page);
}
