import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { oneRow } from "#server/db/one-row.ts";
import { closeLogins } from "#server/jobs/close-logins.ts";
import { sendRecoveryMail } from "#server/jobs/send-recovery-mail.ts";
import { prune } from "#server/pruners.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { browserOf, openTestApp, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

const sql = () => portal.services.db.sql;
const minute = 60_000;

/** Requests recovery for this address. Returns the links in the letters. */
async function linksFor(email: string): Promise<string[]> {
  portal.letters.length = 0;
  await sendRecoveryMail.handle(portal.services, { email, brand: "cos" }, randomUUID());
  return portal.letters.map(({ text }) => /recover_password\/(\S+)/.exec(text)?.[1] ?? "");
}

const authorize = (link: string, browser = portal.visit()) =>
  browser.get(`/api/profile/authorize_password/${link}`);

describe("a request for a recovery link", () => {
  test("gets the same answer and a job for a known and an unknown address", async () => {
    const { email } = await makePsychic(sql());
    const jobs = () => sql()("pgboss.job").where({ name: "send-recovery-mail" });
    const before = (await jobs()).length;
    for (const given of [email, "nobody@people.example", "not an address", ""]) {
      const answer = await portal.visit().post("/api/profile/forgot_password", { email: given });
      expect(answer.status).toBe(204);
      expect(answer.text).toBe("");
    }
    const queued = await jobs();
    expect(queued).toHaveLength(before + 4);
    // The queue must never contain a link or its token.
    expect(Object.keys(queued[0].data).sort()).toEqual(["brand", "email"]);
  });

  test("is limited to five an hour from a network address", async () => {
    const browser = portal.visit();
    const ask = () => browser.post("/api/profile/forgot_password", { email: "a@people.example" });
    for (let i = 0; i < 5; i++) expect((await ask()).status).toBe(204);
    expect((await ask()).status).toBe(429);
  });

  test("is limited to five an hour from an IPv6 /64 and fifty from a /48 (B2)", async () => {
    const ask = (address: string) =>
      browserOf(portal.app, address)
        .post("/api/profile/forgot_password", { email: `${address}@people.example` })
        .then(({ status }) => status);
    const answers: number[] = [];
    for (let i = 0; i < 14; i++) answers.push(await ask(`2001:db8:1:1::${i}`));
    expect(answers.filter((status) => status === 204)).toHaveLength(5);
    // The /48 has used 5 of its 50 points: a refused request takes none.
    for (let i = 0; i < 45; i++) expect(await ask(`2001:db8:1:${i + 2}::1`)).toBe(204);
    expect(await ask("2001:db8:1:ffff::1")).toBe(429);
    expect(await ask("2001:db8:2:1::1")).toBe(204);
  });

  test("sends at most five letters an hour to an address, and the answer stays the same (B2)", async () => {
    const { email } = await makePsychic(sql());
    const jobs = () => sql()("pgboss.job").where({ name: "send-recovery-mail" }).pluck("data");
    for (const given of [email, `nobody-${email}`]) {
      for (let i = 0; i < 8; i++) {
        const body = { email: i % 2 ? given.toUpperCase() : ` ${given} ` };
        const answer = await portal.visit().post("/api/profile/forgot_password", body);
        expect(answer.status).toBe(204);
      }
    }
    // Over the limit, a job without an address is enqueued, so that the answer takes as long.
    const asked: (string | null)[] = (await jobs()).map((data) => data.email);
    expect(asked.filter((text) => text?.toLowerCase().includes(email))).toHaveLength(10);
    expect(asked.filter((text) => text === null)).toHaveLength(6);
  });

  test("leaves only the newest link of an account valid (B2)", async () => {
    const { email } = await makePsychic(sql());
    const links = [];
    for (let i = 0; i < 3; i++) links.push(...(await linksFor(email)));
    expect(links).toHaveLength(3);
    const statuses = [];
    for (const link of links) statuses.push((await authorize(link)).status);
    expect(statuses).toEqual([404, 404, 204]);
    await Promise.all([linksFor(email), linksFor(email), linksFor(email)]);
    expect(
      await sql()("password_links")
        .where({ used_at: null })
        .whereIn("user_id", sql()("users").where({ email }).select("id")),
    ).toHaveLength(1);
  });

  test("mails one link to each account of the address, but none to a shut-out account", async () => {
    const email = "shared@people.example";
    const one = await makePsychic(sql(), { email });
    const two = await makeManager(sql(), { email: "SHARED@people.example" });
    await makePsychic(sql(), { email, psychic: { account_status: "Blacklist" } });
    const links = await linksFor(" Shared@people.example");
    expect(links).toHaveLength(2);
    expect(new Set(links).size).toBe(2);
    expect(portal.letters.map(({ text }) => text).join()).toContain(`"${one.username}"`);
    expect(portal.letters.map(({ text }) => text).join()).toContain(`"${two.username}"`);
    expect(await linksFor("nobody@people.example")).toEqual([]);
  });
});

describe("a mail job that runs again", () => {
  test("sends a letter that failed, and no letter twice", async () => {
    const { email } = await makePsychic(sql());
    const job = randomUUID();
    const run = () => sendRecoveryMail.handle(portal.services, { email, brand: "cos" }, job);
    portal.letters.length = 0;
    const { send } = portal.services.mailer;
    portal.services.mailer.send = () => Promise.reject(new Error("the mail server is away"));
    await expect(run()).rejects.toThrow("away");
    portal.services.mailer.send = send;
    await Promise.all([run(), run()]);
    await run();
    expect(portal.letters).toHaveLength(1);
  });
});

describe("a recovery link", () => {
  test("lets this browser set the password once, and ends every session", async () => {
    const { username, email, id } = await makePsychic(sql());
    const signedIn = await portal.signIn(username, password);
    const [link = ""] = await linksFor(email);
    const browser = portal.visit();
    // A mail scanner that opens the link first does not use it up (D9).
    expect((await authorize(link)).status).toBe(204);
    expect((await authorize(link, browser)).status).toBe(204);
    const set = await browser.put("/api/profile/password_unchecked", { password: "recovered" });
    expect(set.status).toBe(204);
    expect((await signedIn.get("/api/sessions/0")).status).toBe(401);
    await portal.signIn(username, "recovered");
    expect((await authorize(link)).status).toBe(404);
    const again = await browser.put("/api/profile/password_unchecked", { password: "recovered2" });
    expect(again.status).toBe(403);
    const [stored] = await sql()("password_links").where({ user_id: id });
    expect(JSON.stringify(stored)).not.toContain(link);
  });

  test("closes the logins of the sessions that end (D17)", async () => {
    const { username, email, id } = await makePsychic(sql());
    await portal.signIn(username, password);
    const own = await portal.signIn(username, password);
    const [link = ""] = await linksFor(email);
    expect((await authorize(link, own)).status).toBe(204);
    const set = await own.put("/api/profile/password_unchecked", { password: "recovered" });
    expect(set.status).toBe(204);
    // The ended sessions include the user's own in the same browser.
    expect((await own.get("/api/sessions/0")).status).toBe(401);
    const ends = await sql()("logins").where({ user_id: id }).pluck("ended_at");
    expect(ends).toEqual([expect.any(String), expect.any(String)]);
  });

  test("keeps another user's session in the same browser, but not the grant in it", async () => {
    const { username, email } = await makePsychic(sql());
    const boss = await makeManager(sql());
    const browser = await portal.signIn(boss.username, password);
    const [link = ""] = await linksFor(email);
    expect((await authorize(link, browser)).status).toBe(204);
    const set = () => browser.put("/api/profile/password_unchecked", { password: "recovered" });
    expect((await set()).status).toBe(204);
    expect((await browser.get("/api/sessions/0")).body.user_id).toBe(boss.id);
    const login = await oneRow(sql()("logins").where({ user_id: boss.id }).first());
    expect(login.ended_at).toBeNull();
    const session = await oneRow(sql()("sessions").where({ user_id: boss.id }));
    expect(JSON.stringify(session.sess)).not.toContain("grant");
    expect((await set()).status).toBe(403);
    await portal.signIn(username, "recovered");
  });

  test("is 404 from a foreign page, so that no foreign session replaces the visitor's own", async () => {
    const { email } = await makePsychic(sql());
    const [link = ""] = await linksFor(email);
    const followed = await authorize(link, portal.visit()).set("Sec-Fetch-Site", "cross-site");
    expect([followed.status, followed.headers["set-cookie"]]).toEqual([404, undefined]);
    expect((await authorize(link, portal.visit())).status).toBe(204);
  });

  test("gives no grant to a mail program that only looks whether it exists", async () => {
    const { email } = await makePsychic(sql());
    const [link = ""] = await linksFor(email);
    const { agent } = portal.visit();
    const looked = await agent.head(`/api/profile/authorize_password/${link}`);
    expect([looked.status, looked.get("Set-Cookie")]).toEqual([204, undefined]);
  });

  test("sets one password, however many browsers have its grant", async () => {
    const { email } = await makePsychic(sql());
    const [link = ""] = await linksFor(email);
    const browsers = [portal.visit(), portal.visit(), portal.visit()];
    for (const browser of browsers) expect((await authorize(link, browser)).status).toBe(204);
    const answers = await Promise.all(
      browsers.map((browser, i) =>
        browser.put("/api/profile/password_unchecked", { password: `recovered-${i}` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 403, 403]);
  });

  test("that was used ends its other grants, even if a newer link exists", async () => {
    const { email, username } = await makePsychic(sql());
    const [link = ""] = await linksFor(email);
    const [one, other] = [portal.visit(), portal.visit()];
    for (const browser of [one, other]) expect((await authorize(link, browser)).status).toBe(204);
    const set = (browser: typeof one, text: string) =>
      browser.put("/api/profile/password_unchecked", { password: text });
    expect((await set(one, "recovered-1")).status).toBe(204);
    // Anybody may request another link. Only the owner of the mailbox gets it.
    expect(await linksFor(email)).toHaveLength(1);
    expect((await set(other, "recovered-2")).status).toBe(403);
    // The portal refuses a used link before it hashes the password.
    expect((await set(other, "password")).status).toBe(403);
    await portal.signIn(username, "recovered-1");
  });

  test("is valid for an hour, and its grant for 15 minutes", async () => {
    const { email } = await makePsychic(sql());
    const other = await makePsychic(sql());
    const [early = "", late = ""] = [...(await linksFor(email)), ...(await linksFor(other.email))];
    await portal.advance(59 * minute);
    const browser = portal.visit();
    expect((await authorize(early, browser)).status).toBe(204);
    await portal.advance(2 * minute);
    expect((await authorize(late)).status).toBe(404);
    await portal.advance(14 * minute);
    const set = await browser.put("/api/profile/password_unchecked", { password: "too-late-1" });
    expect(set.status).toBe(403);
  });

  test("that is invalid is 404, and a password without a grant is 403", async () => {
    for (const link of ["nonsense", "%00", "..%2f..", "x".repeat(99), "%F0%9F%94%AE"]) {
      expect((await authorize(link)).status).toBe(link === "%00" ? 400 : 404);
    }
    // The portal checks the grant before the body.
    for (const body of [{ password: "whatever" }, { nonsense: 1 }, []]) {
      const set = await portal.visit().put("/api/profile/password_unchecked", body);
      expect(set.status).toBe(403);
    }
  });
});

describe("jobs", () => {
  test("close idle logins at their last action", async () => {
    const { username, id } = await makePsychic(sql());
    await portal.signIn(username, password);
    await closeLogins.handle(portal.services, {}, "job");
    expect((await oneRow(sql()("logins").where({ user_id: id }).first())).ended_at).toBeNull();
    await portal.advance(31 * minute);
    await closeLogins.handle(portal.services, {}, "job");
    const login = await oneRow(sql()("logins").where({ user_id: id }).first());
    expect(login.ended_at).toBe(login.last_action_at);
  });

  test("prune old events and expired sessions, but nothing newer", async () => {
    const { username } = await makePsychic(sql());
    const browser = await portal.signIn(username, password);
    await sql()("platform_events").insert([
      { id: "old", type: "x", received_at: new Date(Date.now() - 40 * 86_400_000) },
      { id: "new", type: "x" },
    ]);
    await sql()("sessions").insert({ sid: "gone", sess: "{}", expire: new Date(0) });
    await prune.handle(portal.services, {}, "job");
    expect(await sql()("platform_events").pluck("id")).toEqual(["new"]);
    expect(await sql()("sessions").where({ sid: "gone" })).toEqual([]);
    expect((await browser.get("/api/sessions/0")).status).toBe(200);
  });
});
