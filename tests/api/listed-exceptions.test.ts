import { beforeEach, describe, expect, test } from "vitest";
import { insertRows } from "#seeds/builders/insert.ts";
import { exceptionRow } from "#seeds/builders/schedule-exception.ts";
import { addDays } from "#shared/rules/new-york.ts";
import { staffRoles } from "#shared/rules/staff.ts";
import { type ListedException, scheduleExceptionEndpoints } from "#shared/schedule-exceptions.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { setUpPsychic } from "./fixtures/psychic-of-manager.ts";
import { now } from "./fixtures/schedule.ts";

const fixture = setUpPsychic({ now });
const sql = (table: string) => fixture.portal.services.db.sql(table);
const list = (query: string, by = fixture.manager) => by.get(`/api/schedule/exceptions?${query}`);

/** An Active psychic of another manager, or as `columns` say. */
const makeActive = (columns: Parameters<typeof makePsychic>[1] = {}) =>
  makePsychic(fixture.portal.services.db.sql, {
    psychic: { account_status: "Active" },
    ...columns,
  });

type Plan = Parameters<typeof exceptionRow>[0];

const announce = (psychic_id: number, first_day: string, more: Partial<Plan> = {}) =>
  insertRows(fixture.portal.services.db.sql, "schedule_exceptions", [
    exceptionRow({ psychic_id, first_day, last_day: first_day, ...more }),
  ]);

const namesOf = ({ exceptions }: { exceptions: ListedException[] }) =>
  exceptions.map(({ username }) => username);

beforeEach(async () => {
  await sql("schedule_exceptions").delete();
  await sql("psychics").where({ user_id: fixture.id }).update({ account_status: "Active" });
});

describe("E67: everybody's exceptions of a month", () => {
  test("are listed with counts per day, narrowed by day and by manager", async () => {
    const other = await makeActive();
    await announce(fixture.id, "2026-03-30", { last_day: "2026-04-02" });
    await announce(fixture.id, "2026-03-14", { kind: "extra", starts: "18:00", ends: "02:00" });
    await announce(other.id, "2026-04-02");
    const april = await list("month=2026-04");
    expect(scheduleExceptionEndpoints.listExceptions.response.parse(april.body)).toEqual(
      april.body,
    );
    expect(april.body.total).toBe(2);
    expect(april.body.days).toHaveLength(30);
    expect(april.body.days.slice(0, 3)).toEqual([
      { day: "2026-04-01", off: 1, extra: 0, chat: 0 },
      { day: "2026-04-02", off: 2, extra: 0, chat: 0 },
      { day: "2026-04-03", off: 0, extra: 0, chat: 0 },
    ]);
    const first = await list("month=2026-04&day=2026-04-01");
    expect(first.body.exceptions).toEqual([
      expect.objectContaining({ user_id: fixture.id, first_day: "2026-03-30", kind: "off" }),
    ]);
    const mine = await list("month=2026-04&managed_by=me");
    expect(mine.body.exceptions.map(({ user_id }: ListedException) => user_id)).toEqual([
      fixture.id,
    ]);
    expect(mine.body.days[1].off).toBe(1);
  });

  test("a brand narrows the list and the counts, a kind only the list", async () => {
    const sun = await makeActive({ brand: "onesun" });
    await announce(fixture.id, "2026-04-02", { last_day: "2026-04-05" });
    await announce(fixture.id, "2026-04-02", { kind: "chat" });
    await announce(sun.id, "2026-04-02", { kind: "extra", starts: "18:00", ends: "22:00" });
    const onesun = (await list("month=2026-04&brand=onesun")).body;
    expect([namesOf(onesun), onesun.total]).toEqual([[sun.username], 1]);
    expect(onesun.days[1]).toEqual({ day: "2026-04-02", off: 0, extra: 1, chat: 0 });
    const chats = (await list("month=2026-04&kind=chat")).body;
    expect(chats.exceptions).toEqual([
      expect.objectContaining({ user_id: fixture.id, kind: "chat" }),
    ]);
    expect(chats.total).toBe(1);
    expect(chats.days[1]).toEqual({ day: "2026-04-02", off: 1, extra: 1, chat: 1 });
    const nobody = (await list("month=2026-04&kind=chat&brand=onesun&day=2026-04-02")).body;
    expect([nobody.exceptions, nobody.total]).toEqual([[], 0]);
  });

  test("a psychic counts once a day, and only while Active", async () => {
    await announce(fixture.id, "2026-04-02", { starts: "09:00", ends: "11:00" });
    await announce(fixture.id, "2026-04-01", { last_day: "2026-04-03" });
    const blocked = await makeActive({ psychic: { account_status: "Blacklist" } });
    await announce(blocked.id, "2026-04-02");
    const { body } = await list("month=2026-04");
    expect(body.total).toBe(2);
    expect(body.days.slice(0, 4).map(({ off }: { off: number }) => off)).toEqual([1, 1, 1, 0]);
  });

  test("names are in the order of letters, and pages never overlap (L5)", async () => {
    const inOrder = ["ada", "Ådne", "Emil", "émile", "Emma"];
    for (const username of inOrder.toReversed()) {
      const { id } = await makeActive({ username });
      await announce(id, "2026-04-02");
      await announce(id, "2026-04-09");
    }
    const twice = inOrder.flatMap((name) => [name, name]);
    for (const order of ["asc", "desc"]) {
      const query = `month=2026-04&sort=username&order=${order}`;
      const whole = (await list(query)).body;
      expect(namesOf(whole)).toEqual(order === "asc" ? twice : twice.toReversed());
      const pages = [];
      for (let offset = 0; offset < 10; offset += 3) {
        const page = (await list(`${query}&limit=3&offset=${offset}`)).body;
        expect(page.total).toBe(10);
        pages.push(...page.exceptions);
      }
      expect(pages).toEqual(whole.exceptions);
    }
  });

  test.each([
    ["2026-02", 28],
    ["2028-02", 29],
    // The clocks change on March 8 and on November 1.
    ["2026-03", 31],
    ["2026-11", 30],
    ["2000-01", 31],
    ["2099-12", 31],
  ])("%s has each of its days once", async (month, length) => {
    const first = `${month}-01`;
    await announce(fixture.id, addDays(first, -3), { last_day: addDays(first, 5) });
    await announce(fixture.id, addDays(first, length));
    const { body } = await list(`month=${month}`);
    expect(body.days.map(({ day }: { day: string }) => day)).toEqual(
      Array.from({ length }, (_, place) => addDays(first, place)),
    );
    expect(body.days.map(({ off }: { off: number }) => off)).toEqual([
      ...Array(6).fill(1),
      ...Array(length - 6).fill(0),
    ]);
    expect(body.total).toBe(1);
  });

  test("a month without exceptions has its days", async () => {
    const { body } = await list("month=2026-04");
    expect([body.exceptions, body.total, body.days.length]).toEqual([[], 0, 30]);
  });

  test.each<readonly [query: string, field: string, message: string]>([
    ["", "month", "Month is not valid"],
    ...[
      "",
      "2026-13",
      "2026-00",
      "2026-1",
      "1999-12",
      "2100-01",
      "2026-04-01",
      "2026",
      "٢٠٢٦-٠٤",
    ].map(
      (month) => [`month=${encodeURIComponent(month)}`, "month", "Month is not valid"] as const,
    ),
    ["month=2026-04%0A", "month", "Month is not valid"],
    ["month=2026-04'%20or%20'1'='1", "month", "Month is not valid"],
    ["month=2026-04&month=2026-05", "month", "Month is not valid"],
    ["month=2026-04&day=2026-05-01", "day", "The day is not in the month"],
    ["month=2026-04&day=2026-04-31", "day", "Date is not valid"],
    ["month=2026-04&kind=sick", "kind", "Kind is off, extra or chat"],
    ["month=2026-04&brand=other", "brand", "Brand is not valid"],
    ["month=2026-04&managed_by=1", "managed_by", "Only me"],
    ["month=2026-04&limit=1001", "limit", "Limit is 1 to 1000"],
    ["month=2026-04&sort=note", "sort", "This list cannot be sorted by that"],
  ])("refuse %s", async (query, field, message) => {
    const { status, body } = await list(query);
    expect(status).toBe(422);
    expect(body.errors[0]).toMatchObject({ path: field, message });
  });

  test("a month of thousands of characters is refused", async () => {
    const { status, body } = await list(`month=${"2026-04".repeat(1_000)}`);
    expect(status).toBe(422);
    expect(body.errors).toEqual([expect.objectContaining({ message: "Month is not valid" })]);
  });

  test("every role of staff sees them, a psychic and a visitor do not", async () => {
    for (const staff_role of staffRoles) {
      const { username } = await makeManager(fixture.portal.services.db.sql, { staff_role });
      const browser = await fixture.portal.signIn(username, password);
      expect((await list("month=2026-04", browser)).status, staff_role).toBe(200);
    }
    expect((await list("month=2026-04", fixture.psychic)).status).toBe(403);
    const visitor = fixture.portal.visit();
    expect((await visitor.get("/api/schedule/exceptions?month=2026-04")).status).toBe(401);
  });
});
