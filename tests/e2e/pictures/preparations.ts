// Each function prepares a screen for its picture, and returns the page that the picture shows.
import type { BrowserContext, Page } from "playwright/test";
import { SchedulePage } from "../pages/schedule-page.ts";
import { coldStart, waitUntilUsableOffline } from "../support/phone.ts";

async function openListing(page: Page): Promise<Page> {
  await page
    .getByRole("link", { name: /^Listing of .*: review$/ })
    .last()
    .click();
  await page.getByRole("button", { name: "Approve Listing" }).waitFor();
  return page;
}

async function saveOffline(page: Page, context: BrowserContext): Promise<Page> {
  await waitUntilUsableOffline(page);
  await context.setOffline(true);
  const schedule = new SchedulePage(await coldStart(context, "/psychic/schedule"));
  const monday = await schedule.edit("Monday");
  await monday.add();
  await monday.done();
  await schedule.saveSchedule.click();
  await schedule.notice("Waiting to send").waitFor();
  return coldStart(context, "/psychic/waiting");
}

/** The brand's name is a setting, so the build must not contain it in a picture. */
async function hideName(page: Page): Promise<Page> {
  await page.locator(".brand-mark").evaluate((mark) => mark.lastChild?.remove());
  return page;
}

export const preparations = { openListing, saveOffline, hideName };
