import type { Knex } from "knex";
import { insertRows } from "#seeds/builders/insert.ts";
import { exceptionRow } from "#seeds/builders/schedule-exception.ts";
import { addDays, newYorkDay } from "#shared/rules/new-york.ts";
import { DatesPage } from "../pages/dates-page.ts";
import { PortalPage } from "../pages/portal-page.ts";
import { expectNoAxeViolations } from "../support/axe.ts";
import { expectToFit } from "../support/fit.ts";
import { coldStart, waitUntilUsableOffline } from "../support/phone.ts";
import { expect, test } from "../support/server.ts";

/** A day that comes, so that midnight in New York during a test changes nothing. */
const day = (ahead: number) => addDays(newYorkDay(Date.now()), ahead);
const written = (text: string) => `${text.slice(5, 7)}/${text.slice(8)}/${text.slice(0, 4)}`;

const stored = (sql: Knex, id: number) =>
  sql("schedule_exceptions")
    .where({ psychic_id: id })
    .orderBy("first_day")
    .select("kind", "starts", "ends", "note", "created_by")
    .select(sql.raw("first_day::text, last_day::text"));

const plain = { starts: null, ends: null, created_by: "psychic" };

test("R74: a psychic adds, changes and removes dates; Save Dates saves them all", {
  tag: "@quick",
}, async ({ page, sql, psychic, signIn }) => {
  const [first, last, evening] = [day(10), day(14), day(20)];
  await insertRows(sql, "schedule_exceptions", [
    exceptionRow({
      ...{ psychic_id: psychic.id, first_day: day(-1), last_day: day(2) },
      ...{ kind: "chat", note: "Losing my voice", created_by: "manager" },
    }),
  ]);
  await signIn(psychic);
  const dates = new DatesPage(page);
  await dates.openAsPsychic();
  await expect(dates.section).toContainText("Time off is announced, not requested");
  await expect(dates.rows).toContainText([/^Chat only .* Today/]);
  await expect(dates.rows).toContainText(["All day · Losing my voice · Entered by a manager"]);

  await test.step("a day that is wrong says so at once, and nothing is added", async () => {
    await dates.add();
    await expectNoAxeViolations(page);
    await dates.fill(last, first);
    await dates.done();
    await expect(dates.modal.getByRole("alert")).toContainText(
      "The last day is before the first day",
    );
    await dates.fill(first, last, "n".repeat(201));
    await dates.done();
    await expect(dates.modal.getByRole("alert")).toContainText("Note cannot exceed 200 characters");
    await dates.fill(day(-5), day(-4), "");
    await dates.done();
    await expect(dates.modal.getByRole("alert")).toContainText("The last day is in the past");
    await expectNoAxeViolations(page);
    await expectToFit(page);
  });
  await test.step("time off with a note, and extra hours between two times", async () => {
    await dates.fill(first, last, "<b>Travelling</b>");
    await dates.done();
    await expect(dates.modal).toHaveCount(0);
    await dates.add();
    await dates.modal.getByLabel("What").selectOption("Extra hours");
    await dates.fill(evening, evening);
    await dates.modal.getByLabel("All day").uncheck();
    await dates.done();
    await expect(dates.rows).toContainText([
      "Chat only",
      `Off ${written(first)} to ${written(last)}`,
      `Extra hours ${written(evening)}`,
    ]);
    await expect(dates.rows.nth(1)).toContainText("All day · <b>Travelling</b>");
    await expect(dates.rows.nth(2)).toContainText("9:00 AM – 5:00 PM ET");
    await expect(dates.section).toContainText("Not saved yet");
    await expectNoAxeViolations(page);
    await expectToFit(page);
    expect(await stored(sql, psychic.id)).toHaveLength(1);
    await dates.save.click();
    await expect(dates.notice("Dates Saved")).toBeVisible();
    expect((await stored(sql, psychic.id)).slice(1)).toEqual([
      { ...plain, kind: "off", first_day: first, last_day: last, note: "<b>Travelling</b>" },
      {
        ...{ kind: "extra", first_day: evening, last_day: evening, note: null },
        ...{ starts: "09:00:00", ends: "17:00:00", created_by: "psychic" },
      },
    ]);
  });
  await test.step("the same dates twice are refused; a change and a deletion are one save", async () => {
    await dates.press(`Edit Extra hours ${written(evening)}`);
    await expect(dates.modal.getByLabel("All day")).not.toBeChecked();
    await dates.modal.getByLabel("What").selectOption("Off");
    await dates.modal.getByLabel("All day").check();
    await dates.fill(first, last, "<b>Travelling</b>");
    await dates.done();
    await expect(dates.modal.getByRole("alert")).toContainText("This is in the list twice");
    await dates.fill(first, first, "Doctor");
    await dates.done();
    await dates.press(`Delete Off ${written(first)} to ${written(last)}`);
    await expect(dates.rows).toHaveCount(2);
    await dates.section.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("dialog", { name: "Undo all changes?" }).getByText("Yes").click();
    await expect(dates.rows).toHaveCount(3);
    await dates.press(`Edit Extra hours ${written(evening)}`);
    await dates.fill(evening, evening, "Full moon");
    await dates.done();
    await dates.press(`Delete Off ${written(first)} to ${written(last)}`);
    await dates.save.click();
    await expect(dates.section).not.toContainText("Not saved yet");
    expect((await stored(sql, psychic.id)).map(({ kind, note }) => [kind, note])).toEqual([
      ["chat", "Losing my voice"],
      ["extra", "Full moon"],
    ]);
  });
  await test.step("leaving unsaved dates asks first, and a reload shows the saved ones", async () => {
    await dates.press(`Delete Extra hours ${written(evening)}`);
    await dates.follow("Readings");
    const question = page.getByRole("dialog", { name: "Leave without saving?" });
    await question.getByRole("button", { name: "Stay" }).click();
    // Closes the menu.
    await page.keyboard.press("Escape");
    await expect(dates.rows).toHaveCount(1);
    await dates.section.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("dialog", { name: "Undo all changes?" }).getByText("Yes").click();
    await page.reload();
    await expect(dates.rows).toHaveCount(2);
  });
});

test("D69: dates that another browser saves meanwhile are kept, and both are saved", async ({
  page,
  sql,
  psychic,
  signIn,
}) => {
  await signIn(psychic);
  const dates = new DatesPage(page);
  await dates.openAsPsychic();
  await expect(dates.section).toContainText("No dates yet");
  await dates.add();
  await dates.fill(day(10), day(11));
  await dates.done();
  const response = await page.request.put(`/api/psychics/${psychic.id}/schedule/exceptions`, {
    data: {
      exceptions: [
        {
          ...{ kind: "chat", starts: null, ends: null, note: "Elsewhere" },
          first_day: day(5),
          last_day: day(5),
        },
      ],
    },
    headers: { Origin: new URL(page.url()).origin },
  });
  expect(response.status()).toBe(204);
  await dates.save.click();
  await expect(dates.notice("Dates Saved")).toBeVisible();
  await expect(dates.rows).toHaveCount(2);
  expect((await stored(sql, psychic.id)).map(({ kind }) => kind)).toEqual(["chat", "off"]);
});

test.describe("without a network", () => {
  test.use({ serviceWorkers: "allow" });

  test("D39, D69: dates wait on the phone, survive a restart, and are sent once", async ({
    page,
    context,
    sql,
    psychic,
    signIn,
  }) => {
    const [first, later, end] = [day(10), day(30), day(31)];
    await insertRows(sql, "schedule_exceptions", [
      exceptionRow({ psychic_id: psychic.id, first_day: first, last_day: first, note: "Doctor" }),
    ]);
    await signIn(psychic);
    await page.goto("/psychic");
    await waitUntilUsableOffline(page);
    await context.setOffline(true);
    const dates = new DatesPage(await coldStart(context, "/psychic/schedule"));
    await expect(dates.rows).toContainText([`Off ${written(first)}`]);
    await dates.add();
    await dates.fill(later, end, "Travelling");
    await dates.done();
    await dates.press(`Delete Off ${written(first)}`);
    await dates.save.click();
    await expect(dates.notice("Waiting to send")).toBeVisible();
    await dates.page.close();
    await page.close();
    expect(await stored(sql, psychic.id)).toHaveLength(1);

    const waiting = await coldStart(context, "/psychic/waiting");
    const card = waiting.getByRole("main").getByRole("listitem");
    await expect(card).toContainText(`Off ${written(later)} to ${written(end)}, Travelling`);
    await expect(card).toContainText(`Off ${written(first)}, Doctor`);
    await expectNoAxeViolations(waiting);
    const again = new DatesPage(await coldStart(context, "/psychic/schedule"));
    await expect(again.rows).toContainText([`Off ${written(later)} to`]);
    await expectNoAxeViolations(again.page);

    await context.setOffline(false);
    await expect(waiting.getByText("Nothing to send")).toBeVisible();
    await expect(new PortalPage(waiting).notice("Waiting to send")).toHaveCount(0);
    expect(await stored(sql, psychic.id)).toEqual([
      { ...plain, kind: "off", first_day: later, last_day: end, note: "Travelling" },
    ]);
    expect(
      await sql("audit_trail").where({ subject_id: psychic.id, action: "exceptions changed" }),
    ).toHaveLength(1);
  });
});
