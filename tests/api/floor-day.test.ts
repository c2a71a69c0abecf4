import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readFloorDay } from "#server/features/floor/floor-day.ts";
import { setClock } from "../support/clock.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

/** Wednesday, 3:00 PM in New York. */
const now = new Date("2026-03-04T20:00:00Z");

let portal: TestApp;
let manager: SignedIn;

beforeAll(async () => {
  portal = await openTestApp({ now });
  const { username } = await makeManager(portal.services.db.sql);
  manager = await portal.signIn(username, password);
});
afterAll(() => portal.close());

const sql = (table: string) => portal.services.db.sql(table);
const makeActive = () =>
  makePsychic(portal.services.db.sql, { psychic: { account_status: "Active" } });
const setCode = (id: number, code: string, at: Date) =>
  sql("availability").insert({ psychic_id: id, code, at }).onConflict("psychic_id").merge();

describe("GET /floor/day", () => {
  /** The counts of the day at these New York times. */
  async function countsAt(...times: string[]) {
    const { body } = await manager.get("/api/floor/day").expect(200);
    expect(body.day).toBe("2026-03-04");
    expect(body.counts).toHaveLength(48);
    return times.map((time) =>
      body.counts.find(({ at }: { at: string }) => at === `2026-03-0${time}:00.000Z`),
    );
  }

  test("counts who was on and who had promised, at each half hour", async () => {
    const times = ["4T05:00", "4T13:00", "4T13:30", "4T16:00", "4T20:00", "4T20:30", "5T03:00"];
    const before = await countsAt(...times);
    const luna = await makeActive();
    const orion = await makeActive();
    const screened = await makePsychic(portal.services.db.sql, {
      psychic: { account_status: "Screened" },
    });
    // Luna goes off just after midnight, and is on again from 8:10 to 11:00 AM and since 2:59 PM.
    await setCode(luna.id, "A", new Date("2026-03-03T23:00:00Z"));
    await setCode(luna.id, "U", new Date("2026-03-04T05:01:00Z"));
    await setCode(luna.id, "P", new Date("2026-03-04T13:10:00Z"));
    await setCode(luna.id, "B", new Date("2026-03-04T14:00:00Z"));
    await setCode(luna.id, "U", new Date("2026-03-04T16:00:00Z"));
    await setCode(luna.id, "O", new Date("2026-03-04T19:59:00Z"));
    // Orion has been on since before the ledger.
    await sql("availability").insert({
      psychic_id: orion.id,
      code: "A",
      at: new Date("2025-11-01T00:00:00Z"),
    });
    await sql("availability_changes").where({ psychic_id: orion.id }).del();
    await sql("schedule_segments").insert([
      { psychic_id: luna.id, day: 4, number: 1, status: "A", starts: "08:30", ends: "11:00" },
      { psychic_id: luna.id, day: 4, number: 2, status: "O", starts: "22:00", ends: "02:00" },
      { psychic_id: screened.id, day: 4, number: 1, status: "A", starts: "00:00", ends: "00:00" },
    ]);
    // The counts of a minute are kept, so the clock goes on.
    await setClock(new Date(now.getTime() + 60_000));
    const after = await countsAt(...times);
    const growth = after.map(({ on, promised }, place) => [
      on === null ? null : on - before[place].on,
      promised - before[place].promised,
    ]);
    expect(growth).toEqual([
      [2, 0],
      [1, 0],
      [2, 1],
      [1, 0],
      [2, 0],
      [null, 0],
      [null, 1],
    ]);
    await setClock(now);
  });
});

test("a day on which the clocks change has 46 or 50 half hours", async () => {
  const lengthOf = async (instant: string) => {
    const { counts } = await readFloorDay(portal.services.db.pool, new Date(instant));
    return counts.length;
  };
  expect(await lengthOf("2026-03-08T16:00:00Z")).toBe(46);
  expect(await lengthOf("2026-11-01T16:00:00Z")).toBe(50);
});
