import type { Locator, Page } from "playwright/test";
import { PortalPage } from "./portal-page.ts";

export class NotificationsPage extends PortalPage {
  readonly thisDevice: Locator;
  readonly devices: Locator;
  readonly turnOn: Locator;
  readonly turnOff: Locator;
  readonly test: Locator;
  readonly save: Locator;

  constructor(page: Page) {
    super(page);
    this.thisDevice = page.getByRole("region", { name: "This Device" });
    this.devices = page.getByRole("region", { name: "Your Devices" });
    this.turnOn = page.getByRole("button", { name: "Turn On" });
    this.turnOff = page.getByRole("button", { name: "Turn Off" });
    this.test = page.getByRole("button", { name: "Send a Test" });
    this.save = page.getByRole("button", { name: "Save" });
  }

  async open(): Promise<void> {
    await this.page.goto("/psychic/notifications");
    await this.save.waitFor();
  }
}
