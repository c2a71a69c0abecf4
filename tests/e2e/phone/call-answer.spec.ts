import type { Knex } from "knex";
import type { Page, Worker } from "playwright/test";
import { makeScheduledCall } from "#seeds/builders/scheduled-call.ts";
import { wholeChromium } from "#tests/support/chromium.ts";
import { expectNoAxeViolations } from "../support/axe.ts";
import { coldStart, waitUntilUsableOffline } from "../support/phone.ts";
import { pushTo, shownOn } from "../support/push-in-browser.ts";
import { expect, test } from "../support/server.ts";

test.use({
  launchOptions: wholeChromium,
  serviceWorkers: "allow",
  contextOptions: { reducedMotion: "reduce" },
});

const inMinutes = (count: number) => new Date(Date.now() + count * 60_000);

/** A call in so many minutes; other workers make calls with the builder's own ids. */
const book = (sql: Knex, psychic_id: number, minutes: number) =>
  makeScheduledCall(sql, { id: `of-${psychic_id}`, psychic_id, at: inMinutes(minutes) });

const status = (page: Page) => page.locator(".call-status");
const question = (page: Page) => page.getByRole("group", { name: "Will you take this call?" });
const button = (page: Page, name: string) => question(page).getByRole("button", { name });

/** Taps a button of a notification, as the system does. */
const tapButton = (worker: Worker, tag: string, action: string) =>
  worker.evaluate(
    async ([wanted, action]) => {
      const scope = self as unknown as ServiceWorkerGlobalScope & {
        NotificationEvent: new (type: string, init: object) => Event;
      };
      const [notification] = await scope.registration.getNotifications({ tag: wanted });
      const init = { notification, action };
      scope.dispatchEvent(new scope.NotificationEvent("notificationclick", init));
    },
    [tag, action] as const,
  );

interface ServiceWorkerGlobalScope extends EventTarget {
  registration: ServiceWorkerRegistration;
}

test("R76: a psychic answers a call on its page and on the dashboard, and changes the answer", async ({
  page,
  signIn,
  psychic,
  sql,
}) => {
  const call = await book(sql, psychic.id, 10);
  const stored = () =>
    sql("call_answers")
      .where({ call_id: call.id })
      .orderBy("id")
      .select("answer", "late_minutes", "answered_by");
  await signIn(psychic);
  await page.goto(`/psychic/call/${call.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your Booked Call");
  await expect(page.getByRole("main")).toContainText("20 minutes by phone");
  // Others may see this screen when a notification is tapped.
  await expect(page.getByRole("main")).not.toContainText(call.username);
  await expectNoAxeViolations(page);
  await button(page, "Running late").click();
  await expect(status(page)).toContainText("You answered: Running late.");
  await page.getByRole("button", { name: "10 min" }).click();
  await expect(status(page)).toContainText("You answered: Running late, 10 minutes.");
  await expectNoAxeViolations(page);
  await page.reload();
  await expect(button(page, "Running late")).toHaveAttribute("aria-pressed", "true");

  await page.getByRole("link", { name: "All booked calls" }).click();
  const tile = page.getByRole("region", { name: "Calls Scheduled" });
  await expect(tile).toContainText("You answered: Running late, 10 minutes");
  await tile.getByRole("link", { name: "Change Answer" }).click();
  await button(page, "Can't").click();
  await expect(status(page)).toContainText(
    "The platform and your manager know that you cannot take this call.",
  );
  const by = { answered_by: psychic.id };
  expect(await stored()).toEqual([
    { answer: "late", late_minutes: null, ...by },
    { answer: "late", late_minutes: 10, ...by },
    { answer: "cannot", late_minutes: null, ...by },
  ]);
});

test("R76: a call that has moved or is unknown says so, and a later one is not asked about yet", async ({
  page,
  signIn,
  psychic,
  sql,
}) => {
  const call = await book(sql, psychic.id, 12);
  await signIn(psychic);
  await page.goto("/psychic/call/nothing");
  await expect(page.getByRole("main")).toContainText("This call cannot be answered");
  await page.goto(`/psychic/call/${call.id}`);
  await expect(button(page, "Ready")).toBeVisible();
  // The stream of news would show the new time at once, so the page asks nobody until the tap.
  await page.route("**/api/psychics/*/news", (route) => route.abort());
  const path = `/api/psychics/${psychic.id}/scheduled_calls`;
  const before = await (await page.request.get(path)).text();
  await page.route(`**${path}`, (route) =>
    route.fulfill({ body: before, contentType: "application/json" }),
  );
  await page.reload();
  await sql("scheduled_calls")
    .where({ id: call.id })
    .update({ at: inMinutes(90) });
  await button(page, "Ready").click();
  await expect(status(page)).toContainText(
    /Your answer does not count. This call was moved to .* ET/,
  );
  await page.unrouteAll();
  await page.goto("/psychic");
  await expect(page.getByRole("region", { name: "Calls Scheduled" })).toContainText("In 1 h");
  await expect(page.getByRole("link", { name: "Answer" })).toHaveCount(0);
});

test("S28, D39: an answer without a network waits, is shown, and is sent once", async ({
  page,
  context,
  signIn,
  psychic,
  sql,
}) => {
  const call = await book(sql, psychic.id, 10);
  const stored = () => sql("call_answers").where({ call_id: call.id }).pluck("answer");
  await signIn(psychic);
  await page.goto("/psychic");
  await waitUntilUsableOffline(page);
  await context.setOffline(true);
  const offline = await coldStart(context, `/psychic/call/${call.id}`);
  await button(offline, "Ready").click();
  await expect(status(offline)).toContainText("It waits on this device");
  expect(await stored()).toEqual([]);
  await offline.goto("/psychic/waiting");
  await expect(offline.getByRole("main").getByRole("listitem")).toContainText("Ready");
  await context.setOffline(false);
  await expect.poll(stored).toEqual(["ready"]);
});

test.describe("a notification that asks about a call", () => {
  test("S28: is answered by its button, without a page of the portal; a late tap says why", async ({
    page,
    context,
    signIn,
    psychic,
    sql,
  }) => {
    const call = await book(sql, psychic.id, 10);
    const stored = () => sql("call_answers").where({ call_id: call.id }).pluck("answer");
    await context.grantPermissions(["notifications"]);
    await signIn(psychic);
    await page.goto("/psychic");
    await waitUntilUsableOffline(page);
    const [worker] = context.serviceWorkers();
    if (!worker) throw new Error("no worker runs");
    const push = await pushTo(page, worker);
    const tag = `call-${call.id}`;
    const ask = () =>
      push(
        JSON.stringify({
          web_push: 8030,
          notification: {
            ...{ title: "Call in 10 minutes", body: "7:00 PM ET", tag },
            navigate: new URL(`/psychic/call/${call.id}`, page.url()).href,
            data: {
              ...{ user: psychic.id, calls: 1 },
              asks: { call: call.id, at: new Date(call.at).toISOString() },
            },
          },
        }),
      );
    await ask();
    await expect.poll(async () => (await shownOn(page)).length).toBe(1);
    await tapButton(worker, tag, "late");
    await expect.poll(stored).toEqual(["late"]);
    await expect.poll(() => shownOn(page)).toEqual([]);
    await expect(page).toHaveURL("/psychic");
    await expect(page.getByRole("region", { name: "Calls Scheduled" })).toContainText(
      "You answered: Running late",
    );

    await sql("scheduled_calls").where({ id: call.id }).update({ status: "cancelled" });
    await ask();
    await expect.poll(async () => (await shownOn(page)).length).toBe(1);
    await tapButton(worker, tag, "ready");
    await expect
      .poll(async () => (await shownOn(page)).map(({ title, body }) => `${title}: ${body}`))
      .toEqual(["Your answer does not count: This call was canceled"]);
    expect(await stored()).toEqual(["late"]);
  });

  test("S28: of another user answers nothing and opens the page", async ({
    page,
    context,
    signIn,
    psychic,
    sql,
  }) => {
    await context.grantPermissions(["notifications"]);
    await signIn(psychic);
    await page.goto("/psychic");
    await waitUntilUsableOffline(page);
    const [worker] = context.serviceWorkers();
    if (!worker) throw new Error("no worker runs");
    const push = await pushTo(page, worker);
    const data = {
      ...{ user: psychic.id + 1, calls: 1 },
      asks: { call: "theirs", at: inMinutes(10).toISOString() },
    };
    const navigate = new URL("/psychic/call/theirs", page.url()).href;
    const notification = { title: "Call", body: "7:00 PM ET", tag: "call-x", navigate, data };
    await push(JSON.stringify({ web_push: 8030, notification }));
    await expect.poll(async () => (await shownOn(page)).length).toBe(1);
    await tapButton(worker, "call-x", "ready");
    await expect(page).toHaveURL("/psychic/call/theirs");
    expect(await sql("call_answers").where({ call_id: "theirs" }).pluck("id")).toEqual([]);
  });
});
