import { expect, test } from "vitest";
import { makeSegment } from "#seeds/builders/schedule.ts";
import { addDays, startOfNewYorkDay } from "#shared/rules/new-york.ts";
import { filled, hourOf, setUpHours } from "./fixtures/hours.ts";

const app = setUpHours();
const { sql, reading, count, groupHours } = app;

const nothing = { promised: 0, answered: 0, missed: 0, repeat_callers: 0, paid_an_hour: null };
const monday10 = hourOf(1, 10);

async function newReader(
  brand: "cos" | "onesun",
  languages: readonly number[],
  categories: readonly number[],
) {
  const { id } = await app.newPsychic();
  const [language = 1, ...others] = languages;
  await sql()("users").where({ id }).update({ brand });
  await sql()("profile_details").where({ psychic_id: id }).delete();
  await sql()("profile_details").insert({
    ...{ psychic_id: id, state: "approved", zodiac: 1, gender: "F", language },
    ...{ languages: others, experience: 3, credentials: [] },
  });
  await sql()("listings").insert({
    ...{ psychic_id: id, status: "Approved", sales_pitch: "Clear", body: "<p>Kind</p>" },
    ...{ categories: [...categories], updated_at: new Date() },
  });
  await reading(id, "2026-11-09T15:10:00Z", {});
  await makeSegment(sql(), { psychic_id: id, day: 2, starts: "10:00", ends: "11:00" });
  return id;
}

test("groups by brand, language and category, against promised hours (E75)", async () => {
  expect(await groupHours()).toMatchObject({ weeks: 0, as_of: null, hours: [], advice: [] });
  await newReader("cos", [1, 2], [26, 25]);
  await newReader("cos", [1], [26]);
  await newReader("onesun", [2], [25]);
  await count();
  const figures = async (query: string) => {
    const answer = await groupHours(query);
    expect(answer.hours).toHaveLength(168);
    return filled(answer);
  };
  const of = (psychics: number) => [
    { ...nothing, hour: monday10, on: 0, answered: psychics, promised: 8 * psychics },
  ];
  expect(await figures("")).toEqual(of(3));
  expect(await figures("?brand=cos")).toEqual(of(2));
  expect(await figures("?language=1")).toEqual(of(2));
  expect(await figures("?language=2")).toEqual(of(2));
  expect(await figures("?category=25")).toEqual(of(2));
  expect(await figures("?brand=cos&language=2&category=26")).toEqual(of(1));
  expect(await figures("?brand=onesun&language=1")).toEqual([]);
});

test("refuses a brand, language or category that does not exist", async () => {
  for (const query of ["brand=sun", "brand=", "language=4", "category=94", "language=1e0"]) {
    expect((await app.manager.get(`/api/statistics/hours?${query}`)).status).toBe(422);
  }
});

test("names the hours in which psychics are short (S33)", async () => {
  const id = await newReader("cos", [8], [128]);
  // From 6 PM to 11 PM on each day. Only Thursday from 9 PM on has more calls.
  await sql()("schedule_segments").where({ psychic_id: id }).delete();
  const at = (day: number, hour: number, minute: number) =>
    new Date(
      startOfNewYorkDay(addDays("2026-11-08", day)) + (hour * 60 + minute) * 60_000,
    ).toISOString();
  for (let day = 0; day < 7; day++) {
    await makeSegment(sql(), { psychic_id: id, day: day + 1, starts: "18:00", ends: "23:00" });
    for (let hour = 18; hour < 23; hour++) {
      const calls = day === 4 && hour === 21 ? 19 : 4;
      for (let call = 0; call < calls; call++) {
        await reading(id, at(day, hour, call), { customer_id: 10_000 + call });
      }
    }
  }
  await reading(id, "2026-09-22T15:00:00Z", { customer_id: 700 });
  await count();
  const { advice, weeks } = await groupHours("?language=8");
  expect(weeks).toBe(8);
  // Advice rests on 20 calls at least.
  expect(advice).toEqual([]);
  await reading(id, at(4, 21, 19), { customer_id: 10_019 });
  await count();
  expect((await groupHours("?language=8")).advice).toMatchObject([
    {
      ...{ reason: "promised", hour: hourOf(4, 21), length: 1, answered: 20, missed: 0 },
      ...{ promised: 8, elsewhere: { answered: 138, promised: 272 } },
    },
  ]);
});
