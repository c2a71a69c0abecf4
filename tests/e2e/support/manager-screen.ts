import type { Page } from "playwright/test";
import { expectNoAxeViolations } from "./axe.ts";
import { expectToFit } from "./fit.ts";

/**
 * Runs axe on a desktop, where managers work. On a phone it checks only that the screen fits, at
 * the usual font size and at twice that size.
 */
export async function checkManagerScreen(page: Page, isMobile: boolean): Promise<void> {
  if (isMobile) await expectToFit(page);
  else await expectNoAxeViolations(page);
}
