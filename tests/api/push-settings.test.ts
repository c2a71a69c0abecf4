import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { defaultPushSettings } from "#shared/push-fields.ts";
import { makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;

beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

const sql = () => portal.services.db.sql;

async function addPsychic() {
  const psychic = await makePsychic(sql());
  return { psychic, browser: await portal.signIn(psychic.username, password) };
}

describe("notification settings", () => {
  const get = (browser: SignedIn) => browser.get("/api/push/settings");
  const put = (browser: SignedIn, body: object) => browser.put("/api/push/settings", body);

  test("are the defaults until a user saves their own", async () => {
    const [one, other] = [await addPsychic(), await addPsychic()];
    expect((await get(one.browser)).body).toEqual(defaultPushSettings);
    const chosen = {
      kinds: { ...defaultPushSettings.kinds, booked: false, decided: false },
      quiet_from: "22:30",
      quiet_to: "07:00",
      show_names: true,
    };
    expect((await put(one.browser, chosen)).status).toBe(204);
    expect((await get(one.browser)).body).toEqual(chosen);
    expect((await put(one.browser, defaultPushSettings)).status).toBe(204);
    expect((await get(one.browser)).body).toEqual(defaultPushSettings);
    expect((await get(other.browser)).body).toEqual(defaultPushSettings);
  });

  test("contain only kinds of this release, and are stored as far as they differ", async () => {
    const { psychic, browser } = await addPsychic();
    const kinds = { ...defaultPushSettings.kinds, again: false };
    await put(browser, { kinds });
    const row = () => sql()("push_settings").where({ user_id: psychic.id });
    expect(await row().pluck("kinds")).toEqual([{ again: false }]);
    await row().update({ kinds: JSON.stringify({ again: false, newer: false }) });
    expect((await get(browser)).body.kinds).toEqual(kinds);
    expect((await put(browser, (await get(browser)).body)).status).toBe(204);
  });

  test("stay if a save omits them; null turns the quiet hours off", async () => {
    const { browser } = await addPsychic();
    const { kinds } = defaultPushSettings;
    const quiet = { quiet_from: "22:30", quiet_to: "07:00" };
    const steps: [saved: object, expected: object][] = [
      [
        { kinds, show_names: true },
        { ...defaultPushSettings, show_names: true },
      ],
      [quiet, { ...quiet, kinds, show_names: true }],
      [{ kinds: { soon: false } }, { ...quiet, kinds: { ...kinds, soon: false } }],
      [{ quiet_to: "06:00" }, { quiet_from: "22:30", quiet_to: "06:00", show_names: true }],
      [
        { kinds: null, show_names: null },
        { kinds: { ...kinds, soon: false }, show_names: true },
      ],
      [
        { quiet_from: null, quiet_to: null },
        { quiet_from: null, quiet_to: null },
      ],
      [{}, { quiet_from: null, kinds: { ...kinds, soon: false }, show_names: true }],
    ];
    for (const [saved, expected] of steps) {
      expect((await put(browser, saved)).status, JSON.stringify(saved)).toBe(204);
      expect((await get(browser)).body).toMatchObject(expected);
    }
    const another = await addPsychic();
    const parts = [{ kinds: { soon: false } }, quiet, { show_names: true }];
    const answers = await Promise.all(parts.map((part) => put(another.browser, part)));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect((await get(another.browser)).body).toEqual({
      ...{ ...quiet, show_names: true },
      kinds: { ...kinds, soon: false },
    });
    const half = await put(browser, { quiet_from: "22:00" });
    expect(half.body.errors).toMatchObject([
      { path: "quiet_to", message: "Quiet hours have a start and an end" },
    ]);
    expect((await get(browser)).body).toMatchObject({ quiet_from: null, quiet_to: null });
  });

  test("that are invalid are 422 with their path", async () => {
    const { browser } = await addPsychic();
    const cases: [string, object][] = [
      ["quiet_to", { quiet_from: "22:00", quiet_to: null }],
      ["quiet_to", { quiet_from: null, quiet_to: "07:00" }],
      ["quiet_to", { quiet_from: "07:00", quiet_to: "07:00" }],
      ["quiet_from", { quiet_from: "24:00", quiet_to: "07:00" }],
      ["quiet_from", { quiet_from: "7 pm", quiet_to: "07:00" }],
      ["kinds.soon", { kinds: { ...defaultPushSettings.kinds, soon: "yes" } }],
      ["kinds", { kinds: { ...defaultPushSettings.kinds, never: true } }],
      ["show_names", { show_names: "no" }],
    ];
    for (const [path, wrong] of cases) {
      const { status, body } = await put(browser, { ...defaultPushSettings, ...wrong });
      const paths = body.errors.map((error: { path: string }) => error.path);
      expect([status, paths[0].startsWith(path)], `${path}: ${paths}`).toEqual([422, true]);
    }
  });
});

test("test messages are limited to ten in ten minutes", async () => {
  const { browser } = await addPsychic();
  const statuses: number[] = [];
  for (let count = 0; count < 11; count++) {
    statuses.push((await browser.post("/api/push/test")).status);
  }
  expect(statuses).toEqual([...Array(10).fill(202), 429]);
});
