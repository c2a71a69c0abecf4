import { makeProfileDetails } from "#seeds/builders/psychic.ts";
import { makeSegment } from "#seeds/builders/schedule.ts";
import { ProfilePage } from "../pages/profile-page.ts";
import { SchedulePage } from "../pages/schedule-page.ts";
import { expectNoAxeViolations } from "../support/axe.ts";
import { coldStart, waitUntilUsableOffline } from "../support/phone.ts";
import { expect, test } from "../support/server.ts";

test.use({ serviceWorkers: "allow" });

const luna = { username: "luna", password: "luna-demo" };

test("D38: every stored screen opens at its address without a network", {
  tag: "@sweep",
}, async ({ page, context, signIn }) => {
  await signIn(luna);
  await page.goto("/psychic");
  await waitUntilUsableOffline(page);
  await page.close();
  await context.setOffline(true);

  const screens = [
    { path: "/psychic", shows: (p: typeof page) => p.getByRole("heading", { name: /Welcome/ }) },
    { path: "/psychic/schedule", shows: (p: typeof page) => new SchedulePage(p).times("Sunday") },
    { path: "/psychic/profile", shows: (p: typeof page) => p.getByLabel("Email") },
    {
      path: "/psychic/readings",
      shows: (p: typeof page) =>
        p
          .getByRole("table", { name: /Readings/ })
          .getByRole("row")
          .nth(1),
    },
    { path: "/psychic/contact", shows: (p: typeof page) => p.getByRole("link", { name: /@/ }) },
    { path: "/psychic/listing", shows: (p: typeof page) => p.getByLabel("Sales Pitch") },
    { path: "/psychic/waiting", shows: (p: typeof page) => p.getByText("Nothing to send") },
  ];
  for (const { path, shows } of screens) {
    const cold = await coldStart(context, path);
    await expect(shows(cold), path).toBeVisible();
    await expect(cold.getByText(/Offline\./), path).toBeVisible();
    await expectNoAxeViolations(cold);
    await cold.close();
  }
  const schedule = await coldStart(context, "/psychic/schedule");
  await expect(
    schedule.getByText(/As of \d\d\/\d\d\/\d{4} \d\d:\d\d (AM|PM), your time\./),
  ).toBeVisible();
  const statistics = await coldStart(context, "/psychic/statistics");
  await expect(statistics.getByText("You need to be online for this.").first()).toBeVisible();
  await expectNoAxeViolations(statistics);
  // Data that is not stored loads as soon as the phone is online, even if the page started offline.
  await context.setOffline(false);
  await expect(statistics.getByRole("region", { name: "Today" })).toContainText("$");
});

test("D40: after every offline reload the screens show what was saved on the phone", async ({
  page,
  context,
  signIn,
  psychic,
  sql,
}) => {
  await makeSegment(sql, { psychic_id: psychic.id, day: 5, starts: "18:00", ends: "20:00" });
  await makeProfileDetails(sql, psychic.id);
  await signIn(psychic);
  const schedule = new SchedulePage(page);
  await schedule.openAsPsychic();
  await waitUntilUsableOffline(page);
  await context.setOffline(true);
  const setThursday = async (time: string) => {
    const modal = await schedule.edit("Thursday");
    await modal.set(1, "From", time);
    await modal.done();
    await schedule.saveSchedule.click();
    await expect(schedule.notice("Waiting to send")).toBeVisible();
    await schedule.closeNotice("Waiting to send");
  };
  await setThursday("4:00 PM");
  for (let reload = 1; reload <= 5; reload += 1) {
    await page.reload();
    // Do not wait for the text, because even the first value shown must be right.
    expect(await schedule.times("Thursday").innerText(), `reload ${reload}`).toContain("4:00 PM");
  }
  await setThursday("3:00 PM");
  await schedule.follow("Profile");
  const profile = new ProfilePage(page);
  await profile.field("Preferred Contact Method").selectOption("Email");
  await profile.save.click();
  await expect(profile.notice("Waiting to send")).toBeVisible();
  for (let reload = 1; reload <= 5; reload += 1) {
    await page.goto("/psychic/profile");
    const method = profile.field("Preferred Contact Method");
    expect(await method.inputValue(), `reload ${reload}`).toBe("E");
  }
  // The second edit replaced the first, so they do not conflict.
  const link = page.getByRole("link", { name: /waiting to send|attention/ });
  await expect(link).toHaveText("2 edits are waiting to send");
  await context.setOffline(false);
  await expect(link).toHaveCount(0);
  const days = await sql("schedule_segments").where({ psychic_id: psychic.id });
  expect(days.map(({ day, starts }) => [day, starts])).toEqual([[5, "15:00:00"]]);
});
