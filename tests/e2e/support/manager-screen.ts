import type { Page } from "playwright/test";
import { expectNothingFound } from "./axe.ts";
import { expectToFit } from "./fit.ts";

/** A manager's screen has to fit on a phone too, with letters of the usual size. */
export async function expectFine(page: Page, isMobile: boolean): Promise<void> {
  await expectNothingFound(page);
  if (isMobile) await expectToFit(page, [[320, "100%"]]);
}
