import type { Locator, Page } from "playwright/test";
import { expect } from "../support/server.ts";
import { PortalPage } from "./portal-page.ts";

export class SchedulePage extends PortalPage {
  readonly saveSchedule: Locator;

  constructor(page: Page) {
    super(page);
    this.saveSchedule = page.getByRole("button", { name: "Save Schedule" });
  }

  async open(id: number, lastSegment = "schedule"): Promise<void> {
    await this.page.goto(`/psychics/${id}/${lastSegment}`);
    await expect(this.times("Sunday")).toBeVisible();
  }

  /** Opens it as the psychic. */
  async openAsPsychic(): Promise<void> {
    await this.page.goto("/psychic/schedule");
    await expect(this.times("Sunday")).toBeVisible();
  }

  /** A day in the week's overview. */
  glance(day: string): Locator {
    return this.page
      .getByRole("region", { name: "Week at a glance" })
      .getByRole("listitem")
      .filter({ hasText: `${day}:` });
  }

  /** Shows the other of two alternating weeks. */
  async show(week: "This Week" | "Next Week"): Promise<void> {
    await this.page.getByRole("button", { name: week }).click();
  }

  times(day: string): Locator {
    return this.page.getByRole("list", { name: `Times on ${day}` });
  }

  /** Opens a day's modal with its edit button. */
  async edit(day: string): Promise<DayModal> {
    await this.page.getByRole("button", { name: `Edit ${day}` }).click();
    const modal = this.page.getByRole("dialog", { name: day });
    await expect(modal).toBeVisible();
    return new DayModal(modal);
  }
}

export class DayModal {
  readonly modal: Locator;

  constructor(modal: Locator) {
    this.modal = modal;
  }

  time(number: number): Locator {
    return this.modal.getByRole("group", { name: `Time ${number}` });
  }

  add(): Promise<void> {
    return this.modal.getByRole("button", { name: "Add a Time" }).click();
  }

  /** @param time for example `9:15 PM`. */
  async set(number: number, end: "From" | "To", time: string): Promise<void> {
    const [, hour = "", minute = "", half = ""] = /^(\d+):(\d\d) (AM|PM)$/.exec(time) ?? [];
    const part = (name: string) => this.time(number).getByLabel(`${end}: ${name}`);
    await part("hour").selectOption({ label: hour });
    await part("minute").selectOption({ label: minute });
    await part("AM or PM").selectOption({ label: half });
  }

  async repeat(number: number, words: string): Promise<void> {
    await this.time(number).getByLabel("Repeats").selectOption(words);
  }

  async copyTo(...days: string[]): Promise<void> {
    await this.modal.getByRole("button", { name: "Copy to Other Days" }).click();
    for (const day of days) await this.modal.getByRole("checkbox", { name: day }).check();
    await this.modal.getByRole("button", { name: "Copy", exact: true }).click();
  }

  async done(): Promise<void> {
    await this.modal.getByRole("button", { name: "Done" }).click();
    await expect(this.modal).toHaveCount(0);
  }
}
