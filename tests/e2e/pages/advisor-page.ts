import { randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright/test";
import { Webhook } from "standardwebhooks";
import { expect } from "../support/server.ts";
import { PortalPage } from "./portal-page.ts";

interface BookedCall {
  id: string;
  user_id: number;
  username: string;
  at: Date;
  status: "booked" | "changed" | "cancelled";
}

/** A psychic's dashboard. */
export class AdvisorPage extends PortalPage {
  readonly status: Locator;
  readonly statusText: Locator;
  readonly choices: Locator;
  readonly calls: Locator;
  readonly card: Locator;

  constructor(page: Page) {
    super(page);
    this.status = page.getByRole("region", { name: "Current Status" });
    this.statusText = this.status.getByRole("status");
    this.choices = this.status.getByRole("group").getByRole("button");
    this.calls = page.getByRole("region", { name: "Calls Scheduled" });
    this.card = page.getByRole("region", { name: "Psychic", exact: true });
  }

  async open(): Promise<void> {
    await this.page.goto("/psychic");
    await expect(this.heading).toContainText("Welcome");
  }

  choice(label: string): Locator {
    return this.status.getByRole("button", { name: label, exact: true });
  }

  /** Sends a booked, changed or cancelled call as the phone and chat platform does. */
  async ingestCall(secret: string, call: BookedCall): Promise<void> {
    const sent = { customer_id: 800_000, minutes: 20, channel: "Call", ...call };
    const calls = [{ ...sent, at: call.at.toISOString() }];
    await this.ingest(secret, "calls.scheduled", { calls });
  }

  /** Sends an event as the phone and chat platform does. */
  async ingest(secret: string, type: string, data: object): Promise<void> {
    const id = `msg_${randomUUID()}`;
    const now = new Date();
    const body = JSON.stringify({ type, timestamp: now.toISOString(), data });
    const answer = await this.page.request.post("/api/ingest/events", {
      data: body,
      headers: {
        "Content-Type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
        "webhook-signature": new Webhook(secret).sign(id, now, body),
      },
    });
    expect(answer.status()).toBe(200);
  }
}
