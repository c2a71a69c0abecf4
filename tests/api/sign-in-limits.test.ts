import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "../../server/crypto/passwords.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

const sql = () => portal.services.db.sql;
const signIn = (username: string, given: string, browser = portal.visit()) =>
  browser.post("/api/sessions", { username, password: given }).then(({ status }) => status);

test("an account has ten tries, however its name is spelled", async () => {
  const { username } = await makeManager(sql(), { username: "iris-of-many-names" });
  // To PostgreSQL all of these are one name; to JavaScript's toLowerCase the dotted capital is not.
  const spellings = [username, "İris-of-many-names", "IRIS-OF-MANY-NAMES", " İRİS-of-many-names "];
  for (let tries = 0; tries < 10; tries++) {
    expect(await signIn(spellings[tries % 4] ?? "", "wrong-one")).toBe(401);
  }
  for (const spelling of spellings) expect(await signIn(spelling, password)).toBe(429);
});

test("a name that is nobody's, or shut out, has no more", async () => {
  const shut = await makePsychic(sql(), {
    username: "shut-iris",
    psychic: { account_status: "Blacklist" },
  });
  for (const names of [
    ["nobody-iris", "nobody-İRİS"],
    [shut.username, "SHUT-İris"],
  ] as const) {
    for (let tries = 0; tries < 10; tries++) {
      expect(await signIn(names[tries % 2] ?? "", password)).toBe(401);
    }
    for (const name of names) expect(await signIn(name, password)).toBe(429);
  }
});

test("a right password that is answered 503 does not count, a wrong one does", async () => {
  const { username } = await makePsychic(sql());
  const browser = portal.visit();
  // Two passwords at work and fifty in line: there is no place for another.
  let isFull = true;
  const line = Array.from({ length: 52 }, async () => {
    while (isFull) await hashPassword("of somebody else").catch(() => {});
  });
  const answers: number[] = [];
  while (answers.filter((status) => status !== 200).length < 12) {
    answers.push(await signIn(username, password, browser));
  }
  isFull = false;
  await Promise.all(line);
  expect(new Set([...answers, 200])).toEqual(new Set([200, 503]));
  expect(await signIn(username, password, browser)).toBe(200);
  const points = await sql()("rate_limits").where("key", "like", `%${browser.address}`);
  expect(points).toMatchObject([{ points: 0 }]);
  expect(await signIn(username, "wrong-one", browser)).toBe(401);
  expect(
    await sql()("rate_limits").where("key", "like", `%${browser.address}`).first(),
  ).toMatchObject({ points: 1 });
}, 60_000);

test("a database that does not answer in time counts no try of an address", async () => {
  const { username } = await makePsychic(sql());
  const browser = portal.visit();
  const holder = await sql().transaction();
  await holder.raw("lock table users in access exclusive mode");
  expect(await signIn(username, password, browser)).toBe(503);
  await holder.commit();
  expect(
    await sql()("rate_limits").where("key", "like", `%${browser.address}`).first(),
  ).toMatchObject({ points: 0 });
});
