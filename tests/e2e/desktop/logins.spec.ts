import { makeLogin } from "#seeds/builders/login.ts";
import { lastDays } from "#shared/rules/date-range.ts";
import { addDays, newYorkDay } from "#shared/rules/new-york.ts";
import { makePsychic } from "#tests/support/people.ts";
import { PsychicListPage } from "../pages/psychic-list-page.ts";
import { expect, test } from "../support/server.ts";

// Logins show in the viewer's zone, so use one that is not New York's.
test.use({ timezoneId: "America/Los_Angeles" });

const today = () => newYorkDay(Date.now());

test.beforeEach(({ signIn, manager }) => signIn(manager));

test("R29, K2: the last 7 days show logins, their number and total time, in the viewer's zone", {
  tag: "@hours",
}, async ({ page, sql }) => {
  await test.step("R29, K2: the last 7 days show logins, their number and total time, in the viewer's zone", async () => {
    const psychic = await makePsychic(sql);
    const day = addDays(today(), -2);
    const startedAt = (time: string) => ({ user_id: psychic.id, started_at: `${day}T${time}Z` });
    await makeLogin(sql, { ...startedAt("18:00:09"), ended_at: `${day}T20:05:09Z` });
    await makeLogin(sql, { ...startedAt("21:00:00"), ended_at: `${day}T21:30:59Z` });
    await makeLogin(sql, {
      user_id: psychic.id,
      started_at: `${addDays(day, -20)}T18:00:00Z`,
      ended_at: `${addDays(day, -20)}T19:00:00Z`,
    });
    const logins = new PsychicListPage(page, "Logins of");
    await logins.open(`/psychics/${psychic.id}/logins`);
    const { start, end } = lastDays(7, today());
    await expect(logins.from).toHaveValue(start);
    await expect(logins.to).toHaveValue(end);
    await expect(logins.rowsPerPage).toHaveValue("10");
    const summary = page.getByLabel("Summary", { exact: true });
    await expect(summary.getByRole("definition")).toHaveText(["2", "2 h 35 min"]);
    await expect(page.getByText("Times are in Pacific Time.")).toBeVisible();

    const pacificTime = new Intl.DateTimeFormat("en-US", {
      timeZone: "America/Los_Angeles",
      ...{ hour: "2-digit", minute: "2-digit", second: "2-digit" },
    });
    const shownTime = (utc: string) => pacificTime.format(new Date(`${day}T${utc}Z`));
    await expect(logins.rows).toHaveCount(2);
    expect((await logins.column(0)).map((text) => text.slice(11))).toEqual([
      shownTime("21:00:00"),
      shownTime("18:00:09"),
    ]);
    expect((await logins.column(1)).map((text) => text.slice(11))).toEqual([
      shownTime("21:30:59"),
      shownTime("20:05:09"),
    ]);
    expect(await logins.column(2)).toEqual(["0 h 30 min", "2 h 05 min"]);
    await logins.sortBy("Duration", "descending");
    expect(await logins.column(2)).toEqual(["2 h 05 min", "0 h 30 min"]);

    const { name, lines } = await logins.exported();
    expect(name).toBe(`${psychic.username} logins ${start} to ${end} Pacific Time.csv`);
    expect(lines[0]).toBe("Sign-in (Pacific Time),Sign-out (Pacific Time),Duration");
    expect(lines[1]).toContain(shownTime("18:00:09"));

    await logins.showDays(addDays(day, -21), addDays(day, -19));
    await expect(logins.rows).toHaveCount(1);
    await expect(summary.getByRole("definition")).toHaveText(["1", "1 h 00 min"]);
  });

  await test.step("R29: an open login has no sign-out time; a psychic who never signed in has no rows", async () => {
    const psychic = await makePsychic(sql);
    await page.goto(`/psychics/${psychic.id}/logins`);
    await expect(page.getByText("No logins on these dates")).toBeVisible();
    await makeLogin(sql, {
      user_id: psychic.id,
      source: "phone",
      external_id: `phone-${psychic.id}`,
      started_at: new Date(Date.now() - 7_260_000).toISOString(),
      ended_at: null,
    });
    const logins = new PsychicListPage(page, "Logins of");
    await logins.open(`/psychics/${psychic.id}/logins`);
    expect(await logins.column(1)).toEqual(["Signed in"]);
    expect(await logins.column(2)).toEqual([""]);
    const summary = page.getByLabel("Summary", { exact: true });
    await expect(summary.getByRole("definition")).toHaveText(["1", /^2 h 0\d min$/]);
  });
});
