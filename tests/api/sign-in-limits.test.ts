import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "#server/crypto/passwords.ts";
import { makeLink } from "#server/features/sessions/passwords.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { browserOf, openTestApp, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

const sql = () => portal.services.db.sql;
const browserAt = (address: string) => browserOf(portal.app, address);
const signIn = (username: string, text: string, browser = portal.visit()) =>
  browser.post("/api/sessions", { username, password: text }).then(({ status }) => status);

test("an account has ten attempts, however its name is spelled", async () => {
  const { username } = await makeManager(sql(), { username: "iris-of-many-names" });
  // PostgreSQL treats all of these as one name. JavaScript's toLowerCase keeps a dot of the İ.
  const spellings = [username, "İris-of-many-names", "IRIS-OF-MANY-NAMES", " İRİS-of-many-names "];
  for (let tries = 0; tries < 10; tries++) {
    expect(await signIn(spellings[tries % 4] ?? "", "wrong-one")).toBe(401);
  }
  for (const spelling of spellings) expect(await signIn(spelling, password)).toBe(429);
});

test("an unknown name and a shut-out account have ten attempts, too", async () => {
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

test("an attempt that is answered 503 does not count, a wrong password does", async () => {
  const { username } = await makePsychic(sql());
  const browser = portal.visit();
  // The portal checks two passwords and fifty wait, so the queue is full.
  let isFull = true;
  const queue = Array.from({ length: 52 }, async () => {
    while (isFull) await hashPassword("of somebody else").catch(() => {});
  });
  const answers: number[] = [];
  while (answers.filter((status) => status !== 200).length < 12) {
    // These are new browsers: a browser that signed in before has a place of its own in the queue.
    answers.push(await signIn(username, password, browserAt(browser.address)));
  }
  isFull = false;
  await Promise.all(queue);
  expect(new Set([...answers, 200])).toEqual(new Set([200, 503]));
  expect(await signIn(username, password, browserAt(browser.address))).toBe(200);
  const pointsOf = () =>
    sql()("rate_limits").where("key", "like", `signin-%${browser.address}`).pluck("points");
  expect(await pointsOf()).toEqual([0]);
  expect(await signIn(username, "wrong-one", browserAt(browser.address))).toBe(401);
  expect(await pointsOf()).toEqual([1]);
});

test("an attempt does not count if the database does not answer in time", async () => {
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

test("strangers cannot lock out a browser that signed in before (C3)", async () => {
  const { username } = await makePsychic(sql());
  const owner = portal.visit();
  expect(await signIn(username, password, owner)).toBe(200);
  for (let tries = 0; tries < 10; tries++) expect(await signIn(username, "wrong-one")).toBe(401);
  expect(await signIn(username, password)).toBe(429);
  expect(await signIn(username, password, owner)).toBe(200);
  expect((await owner.delete("/api/sessions/0")).status).toBe(204);
  expect(await signIn(username, password, owner)).toBe(200);
});

test("a browser that signed in before has ten wrong attempts of its own (C3)", async () => {
  const { username } = await makePsychic(sql());
  const owner = portal.visit();
  expect(await signIn(username, password, owner)).toBe(200);
  for (let tries = 0; tries < 10; tries++) {
    expect(await signIn(username, "wrong-one", owner)).toBe(401);
  }
  expect(await signIn(username, password, owner)).toBe(429);
  expect(await signIn(username, password)).toBe(200);
});

test("the device cookie works only unchanged and for its own account (C3)", async () => {
  const [mine, theirs] = [await makePsychic(sql()), await makePsychic(sql())];
  const browser = portal.visit();
  expect(await signIn(mine.username, password, browser)).toBe(200);
  for (let tries = 0; tries < 10; tries++) await signIn(theirs.username, "wrong-one");
  expect(await signIn(theirs.username, password, browser)).toBe(429);
  for (let tries = 0; tries < 10; tries++) await signIn(mine.username, "wrong-one");
  const answer = await browser.post("/api/sessions", { username: mine.username, password });
  const cookies = answer.headers["set-cookie"] as unknown as string[];
  const [cookie = ""] = cookies.find((cookie) => cookie.startsWith("device="))?.split(";") ?? [];
  const changed = cookie.replace(/.$/, (last) => (last === "A" ? "Q" : "A"));
  const send = (value: string) =>
    portal
      .visit()
      .post("/api/sessions", { username: mine.username, password })
      .set("Cookie", value);
  expect((await send(cookie)).status).toBe(200);
  expect((await send(changed)).status).toBe(429);
});

test("the device cookie does not show who signed in, and stays after sign-out (C3)", async () => {
  const { id, username } = await makePsychic(sql());
  const browser = portal.visit();
  const answer = await browser.post("/api/sessions", { username, password });
  const cookies = answer.headers["set-cookie"] as unknown as string[];
  const cookie = cookies.find((cookie) => cookie.startsWith("device=")) ?? "";
  expect(cookie).toMatch(/^device=[\w-]{22}\.[\w-]{43}; Max-Age=34560000; /);
  for (const flag of ["HttpOnly", "SameSite=Strict", "Path=/"]) expect(cookie).toContain(flag);
  const value = cookie.slice(7, cookie.indexOf(";"));
  for (const part of value.split(".")) {
    const text = Buffer.from(part, "base64url").toString("latin1");
    expect(text).not.toContain(username);
    expect(text).not.toContain(`:${id}`);
  }
  const out = await browser.delete("/api/sessions/0");
  expect(String(out.headers["set-cookie"] ?? "")).not.toContain("device=");
});

test("a new password ends other browsers' device cookies; a recovery sets a new one (C3)", async () => {
  const { id, username } = await makePsychic(sql());
  const [phone, laptop] = [portal.visit(), portal.visit()];
  for (const browser of [phone, laptop]) {
    expect(await signIn(username, password, browser)).toBe(200);
  }
  const change = await laptop.put("/api/profile/password", {
    old: password,
    password: "moon-9-tide",
  });
  expect(change.status).toBe(204);
  for (let tries = 0; tries < 10; tries++) expect(await signIn(username, "wrong-one")).toBe(401);
  expect(await signIn(username, "moon-9-tide", laptop)).toBe(200);
  expect(await signIn(username, "moon-9-tide", phone)).toBe(429);

  const link = await makeLink(sql(), id, portal.services.clock());
  expect((await phone.get(`/api/profile/authorize_password/${link}`)).status).toBe(204);
  const set = await phone.put("/api/profile/password_unchecked", { password: "moon-8-tide" });
  expect(set.status).toBe(204);
  expect(await signIn(username, "moon-8-tide", phone)).toBe(200);
  expect(await signIn(username, "moon-8-tide", laptop)).toBe(429);
});

test("an account has ten wrong attempts from all networks together (C3, safety 8)", async () => {
  const { username } = await makePsychic(sql());
  for (let tries = 0; tries < 10; tries++) {
    expect(await signIn(username, "wrong-one", browserAt(`2001:db8:7:${tries % 2}::1`))).toBe(401);
  }
  expect(await signIn(username, password, browserAt("2001:db8:7:9::1"))).toBe(429);
});

test("attempts beyond an account's limit count against their address (safety 8)", async () => {
  const { username } = await makePsychic(sql());
  for (let tries = 0; tries < 10; tries++) await signIn(username, "wrong-one");
  const browser = portal.visit();
  for (let tries = 0; tries < 3; tries++) {
    expect(await signIn(username, "wrong-one", browser)).toBe(429);
  }
  const key = `signin-address:${browser.address}`;
  expect(await sql()("rate_limits").where({ key }).first("points")).toEqual({ points: 3 });
});

test("wrong attempts count per IPv6 /64 and /48, and mapped addresses count as IPv4 (B2)", async () => {
  const bucket = (key: string) => sql()("rate_limits").where({ key }).first("points");
  await signIn("nobody-at-all", "x", browserAt("2001:db8:8:1::1"));
  await signIn("nobody-at-all", "x", browserAt("2001:db8:8:1:2::2"));
  expect(await bucket("signin-address:2001:db8:8:1::/64")).toEqual({ points: 2 });
  expect(await bucket("signin-address-site:2001:db8:8::/48")).toEqual({ points: 2 });
  await signIn("nobody-at-all", "x", browserAt("::ffff:198.51.100.7"));
  expect(await bucket("signin-address:198.51.100.7")).toEqual({ points: 1 });
});

test("70 attempts at once from each of two networks do not keep others from signing in (B2)", async () => {
  const boss = await makeManager(sql());
  const known = portal.visit();
  expect(await signIn(boss.username, password, known)).toBe(200);
  // A stranger who gets a place in the queue then takes another. One who gets none stops.
  let isFull = true;
  const flood = ["2001:db8:9:8::/64", "2001:db8:9:9::/64"].flatMap((network) =>
    Array.from({ length: 70 }, async () => {
      for (let hasPlace = true; isFull && hasPlace; ) {
        hasPlace = await hashPassword("of a stranger", { sender: network }).then(
          () => true,
          () => false,
        );
      }
    }),
  );
  for (let tries = 0; tries < 5; tries++) {
    expect(await signIn(boss.username, password, known)).toBe(200);
    expect(await signIn(boss.username, password)).toBe(200);
  }
  isFull = false;
  await Promise.all(flood);
});
