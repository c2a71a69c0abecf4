import type { Challenge } from "altcha-lib";
import type { Page } from "playwright/test";
import { visibleText } from "#shared/rules/one-line.ts";
import { LoginPage } from "#tests/e2e/pages/login-page.ts";
import {
  type HostilePeople,
  makeHostilePeople,
  payload,
} from "#tests/e2e/support/hostile-people.ts";
import {
  expectTextsAt,
  foreign,
  lookIntoRows,
  plain,
  setTrap,
} from "#tests/e2e/support/hostile-screens.ts";
import { type MailingPortal, openMailingPortal } from "#tests/e2e/support/mailing-portal.ts";
import { payloads } from "#tests/e2e/support/payloads.ts";
import { expect, test } from "#tests/e2e/support/server.ts";
import { solveBotCheck } from "#tests/support/bot-check.ts";
import { patient } from "#tests/support/patience.ts";
import type { Account } from "#tests/support/people.ts";

// Bypass the content policy, because it would hide a payload that gets through.
test.use({ bypassCSP: true });
test.describe.configure({ mode: "serial" });

let portal: MailingPortal;
let people: HostilePeople;

test.beforeAll(async () => {
  portal = await openMailingPortal();
  people = await makeHostilePeople(portal.sql);
});
test.afterAll(() => portal.close());

const at = (path: string) => portal.at("cos.localhost", path);
const expectTexts = (page: Page, path: string, shows: readonly string[]) =>
  expectTextsAt(page, at(path), shows);

async function signIn(page: Page, person: Account, home: string): Promise<void> {
  await page.goto(at("/login"));
  await new LoginPage(page).signIn(person);
  await expect(page).toHaveURL(at(home));
}

/** Makes an API request from the page, and returns the JSON. */
async function ask(page: Page, method: string, path: string, data?: object): Promise<unknown> {
  const { status, text } = await page.evaluate(
    async ([method, path, body]) => {
      const headers = { "Content-Type": "application/json" };
      const answer = await fetch(path, { method, headers, ...(body && { body }) });
      return { status: answer.status, text: await answer.text() };
    },
    [method, path, data && JSON.stringify(data)] as const,
  );
  expect(status, `${path}: ${text}`).toBeLessThan(300);
  return text && JSON.parse(text);
}

test("the traps notice a payload that gets through", async ({ page, context }) => {
  expect(new Set(payloads).size).toBeGreaterThanOrEqual(40);
  const sprung = await setTrap(context);
  await page.goto(at("/login"));
  // Skip the payload that leaves the page, because it would hide the others' effects, and those
  // that load from another host, because `watchForFaults` would fail the test.
  const staying = payloads.filter((one) => !/elsewhere|http-equiv/.test(one));
  await page.evaluate((markups) => {
    for (const markup of markups) {
      const container = document.createElement("div");
      document.body.append(container);
      container.innerHTML = markup;
    }
  }, staying);
  await expect.poll(() => sprung.length).toBeGreaterThanOrEqual(10);
  expect(await page.locator(foreign).count()).toBeGreaterThanOrEqual(15);
});

const all = "size=all";
const texts = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => payload(from + index));

test("a manager's screens show every stored text as text", async ({ page, context }) => {
  const sprung = await setTrap(context);
  await signIn(page, people.manager, "/dashboard");
  const [{ id }, , pending] = people.psychics as [Account, Account, Account];
  const names = people.psychics.map(({ username }) => username);
  const activeNames = people.active.map(({ username }) => username);

  for (const [path, shows] of [
    ["/dashboard", texts(0, 3)],
    ["/floor", activeNames.slice(0, 1)],
    [`/psychics?${all}`, names],
    ["/time-off", [...activeNames, ...payloads]],
    [`/time-off?view=list&${all}`, [...activeNames, ...payloads]],
    [`/statistics?${all}`, names],
    [`/approvals?${all}&open=Account-${pending.id}`, names],
    [`/approvals?open=Listing-${pending.id}`, [payload(2), payload(5), payload(6), payload(7)]],
    [`/approvals?open=Profile-${pending.id}`, texts(12, 12)],
    [`/approvals?open=Picture-${pending.id}`, [payload(2)]],
    [`/approvals?open=Account-${pending.id}`, [payload(3), payload(4)]],
    [`/psychics/${id}`, texts(1, 2)],
    [`/psychics/${pending.id}`, [payload(2)]],
    [`/psychics/${id}/logins`, [payload(0)]],
    [`/psychics/${id}/day`, payloads.slice(0, 3)],
    [`/psychics/${id}/history`, payloads],
    ["/audit", payloads],
    ["/privacy", [payload(0), people.manager.username]],
    [`/psychics/${id}/compose`, payloads],
    [`/psychics/${id}/listing`, [payload(0), payload(2), payload(3)]],
    [`/psychics/${id}/schedule`, [payload(0)]],
    [`/psychics/${id}/profile`, [...texts(1, 8), ...texts(10, 6)]],
    ["/problem", [people.manager.username]],
    ["/newpsychic", [people.manager.username]],
    ["/edit_profile", texts(1, 7)],
  ] as const) {
    await expectTexts(page, path, shows);
  }
  for (const path of [
    `/psychics/${id}/readings?${all}`,
    `/psychics/${id}/customers?${all}`,
    `/psychics/${id}/sent?${all}`,
    `/contacts?${all}`,
    `/contacts/problems?${all}`,
  ]) {
    await expectTexts(page, path, payloads);
    await lookIntoRows(page);
  }
  expect(sprung).toEqual([]);
});

test("a psychic's screens show every stored text as text", async ({ page, context }) => {
  const sprung = await setTrap(context);
  const [psychic] = people.psychics as [Account];
  await signIn(page, psychic, "/psychic");
  for (const [path, shows] of [
    ["/psychic", payloads.slice(0, 3)],
    ["/psychic/statistics", [payload(0)]],
    ["/psychic/contact", texts(1, 2)],
    ["/psychic/problem", [payload(0)]],
    ["/psychic/listing", [payload(0), payload(2), payload(3)]],
    ["/psychic/logins", [payload(0)]],
    ["/psychic/day", payloads.slice(0, 3)],
    ["/psychic/history", payloads],
    ["/psychic/compose", payloads],
    ["/psychic/schedule", [payload(0), ...payloads]],
    ["/psychic/profile", [...texts(1, 8), ...texts(10, 6)]],
    ["/psychic/help", [payload(0)]],
    ["/psychic/notifications", payloads],
    ["/psychic/waiting", [payload(0)]],
  ] as const) {
    await expectTexts(page, path, shows);
  }
  for (const path of [
    `/psychic/readings?${all}`,
    `/psychic/customers?${all}`,
    `/psychic/sent?${all}`,
  ]) {
    await expectTexts(page, path, payloads);
    await lookIntoRows(page);
  }
  expect(sprung).toEqual([]);
});

test("screens show text from the URL as text", async ({ page, context }) => {
  const sprung = await setTrap(context);
  await signIn(page, people.manager, "/dashboard");
  const hostile = encodeURIComponent(`"><img src=x onerror=t()>`);
  for (const path of [
    `/psychics?sort=${hostile}&size=${hostile}&search=${hostile}`,
    `/time-off?month=${hostile}&day=${hostile}&kind=${hostile}&brand=${hostile}`,
    `/statistics?start=${hostile}&end=${hostile}#${hostile}`,
    `/approvals?open=${hostile}`,
    `/psychics/${hostile}`,
    `/nowhere/${hostile}`,
    `/cos/apply?ref=${hostile}`,
    `/recover_password/${hostile}`,
  ]) {
    await page.goto(at(path));
    await expect(page.getByRole("heading").first()).toBeVisible();
    const markup = page.locator('img[src="x"], [onerror]');
    expect(await markup.count(), path).toBe(0);
  }
  expect(sprung).toEqual([]);
});

/** Parses a letter into its unfolded headers and its text. */
function read(letter: string) {
  const [head = "", ...rest] = letter.split("\r\n\r\n");
  const headers = head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
  const encoded = rest.join("\r\n\r\n");
  const isBase64 = /^Content-Transfer-Encoding: base64$/im.test(head);
  const bytes = isBase64
    ? Buffer.from(encoded, "base64")
    : Buffer.from(
        encoded
          .replace(/=\r\n/g, "")
          .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
        "latin1",
      );
  return { headers, text: bytes.toString("utf8") };
}

test("a letter shows every text as text, and no user can add a header", async ({ page }) => {
  const { mail } = portal;
  await signIn(page, people.manager, "/dashboard");
  const all = payloads.join("\n");
  const breaker = people.psychics.find(({ username }) => username.includes("Bcc")) as Account;
  for (const { id } of [breaker, people.psychics[7] as Account]) {
    await ask(page, "POST", `/api/psychics/${id}/problem`, { category: "Phone", details: all });
  }
  // The application belongs to this manager, so the letter about it goes there.
  const rule = { kind: "fixed", manager_id: people.manager.id, version: 0 };
  await ask(page, "PUT", "/api/assignment_rules/cos", rule);
  const altcha = await solveBotCheck((await ask(page, "GET", "/api/bot_check")) as Challenge);
  const name = "Jo\r\nBcc: everybody@elsewhere.example <img src=x onerror=t()>";
  const contact = { name, email: "jo@people.example", phone: "2125550100", comments: "<b>x</b>" };
  await ask(page, "POST", "/api/contacts", { contact, altcha });

  // Each new browser of the manager's also causes a letter, whatever ran before.
  const isAboutSignIn = /^Subject: New sign-in/m;
  const letters = () =>
    mail
      .lettersTo("boss@people.example")
      .filter((letter) => !isAboutSignIn.test(letter))
      .map(read);
  await expect.poll(() => letters().length, { timeout: patient(60_000) }).toBe(3);
  for (const { headers, text } of letters()) {
    expect(headers.map((line) => line.slice(0, line.indexOf(":"))).sort()).toEqual([
      "Content-Transfer-Encoding",
      "Content-Type",
      "Date",
      "From",
      "MIME-Version",
      "Message-ID",
      "Subject",
      "To",
    ]);
    // A single plain-text part, so no mail program can execute its text.
    expect(headers).toContain("Content-Type: text/plain; charset=utf-8");
    expect(headers).toContain("To: boss@people.example");
    if (text.includes("has reported a problem")) {
      const missing = payloads.filter((one) => !plain(text).includes(plain(visibleText(one))));
      expect(missing).toEqual([]);
    } else expect(text).toContain("Jo Bcc: everybody@elsewhere.example <img src=x onerror=t()>");
  }
  expect(mail.lettersTo("everybody@elsewhere.example")).toEqual([]);
});
