import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { oneRow } from "#server/db/one-row.ts";
import { makeLink } from "#server/features/sessions/passwords.ts";
import { sendRecoveryMail } from "#server/jobs/send-recovery-mail.ts";
import { addPasskey } from "../support/add-factors.ts";
import { SoftPasskey } from "../support/authenticator.ts";
import { makeManager, password } from "../support/people.ts";
import { subscription } from "../support/push-service.ts";
import { testEnv } from "../support/test-app.ts";
import { setUpSignIns, tokenIn } from "./fixtures/sign-ins.ts";

const signIns = setUpSignIns();
const { sql, signIn, lettersTo, strangeSignIn, disown, userRow } = signIns;

const day = 86_400_000;

/** Locks the psychic, so that requests wait until the transaction ends. */
async function holdLuna() {
  const holder = await sql().transaction();
  await holder.raw("select from users where id = ? for no key update", [signIns.luna.id]);
  return holder;
}

const waiting = () =>
  sql()
    .raw(
      `select count(*)::int from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    )
    .then(({ rows }) => rows[0].count);

describe('"This was not me"', () => {
  test("ends every session, locks the account and mails a recovery link, once (D55)", async () => {
    await signIns.known.post("/api/push/subscriptions", subscription());
    const { thief, token } = await strangeSignIn();
    const openLink = await makeLink(sql(), signIns.luna.id, signIns.portal.services.clock());
    const profile = await thief.get("/api/profile");
    expect((await disown(token)).status).toBe(204);

    for (const browser of [signIns.known, thief]) {
      expect((await browser.get("/api/sessions/0")).status).toBe(401);
    }
    const old = await signIns.portal.visit().get(`/api/profile/authorize_password/${openLink}`);
    expect(old.status).toBe(404);
    expect(await sql()("logins").where({ user_id: signIns.luna.id }).whereNull("ended_at")).toEqual(
      [],
    );
    expect(await sql()("push_subscriptions").where({ user_id: signIns.luna.id })).toEqual([]);
    expect(await sql()("known_browsers").where({ user_id: signIns.luna.id })).toEqual([]);
    expect((await userRow()).locked_at).not.toBeNull();
    const entry = await oneRow(
      sql()("audit_trail").where({ subject_id: signIns.luna.id, action: "account locked" }).first(),
    );
    expect([entry.actor_id, entry.browser]).toEqual([null, null]);
    expect(profile.status).toBe(200);

    expect((await disown(token)).status).toBe(404);
    const letters = await lettersTo(signIns.luna.email);
    expect(letters).toHaveLength(2);
    expect(letters[1]).toContain("Subject: Your COS account is locked");
  });

  test("answers the right password as a wrong one until a new one is set by the link", async () => {
    const { thief, token } = await strangeSignIn();
    await disown(token);
    const answers = await Promise.all(
      [password, "wrong"].map((typed) =>
        signIns.portal
          .visit()
          .post("/api/sessions", { username: signIns.luna.username, password: typed }),
      ),
    );
    expect(answers[0]?.status).toBe(401);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(await signIn(signIns.known)).toBe(401);

    const letter = (await lettersTo(signIns.luna.email)).at(-1) ?? "";
    const link = /recover_password\/(\S+)/.exec(letter)?.[1] ?? "";
    expect((await signIns.known.get(`/api/profile/authorize_password/${link}`)).status).toBe(204);
    const body = { password: "eight-stars" };
    expect((await signIns.known.put("/api/profile/password_unchecked", body)).status).toBe(204);
    expect((await userRow()).locked_at).toBeNull();
    const credentials = { username: signIns.luna.username, password: "eight-stars" };
    expect((await signIns.known.post("/api/sessions", credentials)).status).toBe(200);
    const again = await thief.post("/api/sessions", { username: signIns.luna.username, password });
    expect(again.status).toBe(401);
    // The thief's browser counts as a new one again.
    const before = (await lettersTo(signIns.luna.email)).length;
    expect((await thief.post("/api/sessions", credentials)).status).toBe(200);
    expect(await lettersTo(signIns.luna.email)).toHaveLength(before + 1);
  });

  test("removes the passkey that the stranger added, and keeps the owner's", async () => {
    const { thief, token } = await strangeSignIn();
    await sql()("passkeys").insert({
      ...{ user_id: signIns.luna.id, credential_id: Buffer.from("own"), counter: 0, name: "Own" },
      ...{ public_key: Buffer.from("key"), host: "portal.test", transports: [] },
      created_at: new Date(signIns.portal.services.clock().getTime() - day),
    });
    const { body: options } = await thief.post("/api/passkeys/registration");
    const credential = new SoftPasskey(testEnv.publicUrl).register(options);
    expect((await thief.post("/api/passkeys", { name: "Key", credential })).status).toBe(201);
    expect((await disown(token)).status).toBe(204);
    const left = await sql()("passkeys").where({ user_id: signIns.luna.id }).pluck("name");
    expect(left).toEqual(["Own"]);
    expect(await sql()("recovery_codes").where({ user_id: signIns.luna.id })).toEqual([]);
  });

  test("pressed for a later sign-in also undoes what happened since an earlier one", async () => {
    const first = await strangeSignIn();
    await signIns.portal.advance(3_600_000);
    const between = signIns.portal.services.clock();
    await signIns.portal.advance(3_600_000);
    const second = await strangeSignIn();
    await sql()("passkeys").insert({
      ...{ user_id: signIns.luna.id, credential_id: Buffer.from("his"), counter: 0, name: "His" },
      ...{ public_key: Buffer.from("key"), host: "portal.test", transports: [] },
      created_at: between,
    });
    expect((await disown(second.token)).status).toBe(204);
    expect(await sql()("passkeys").where({ user_id: signIns.luna.id })).toEqual([]);
    // The first report has used up every link in this mailbox.
    expect((await disown(first.token)).status).toBe(404);
  });

  test("pressed in a stranger's mailbox leaves the link in the owner's earlier letter valid", async () => {
    const first = await strangeSignIn();
    const second = await strangeSignIn();
    await sql()("sign_in_notices")
      .where({ user_id: signIns.luna.id, email: signIns.luna.email })
      .whereRaw("id = (select max(id) from sign_in_notices where user_id = ?)", [signIns.luna.id])
      .update({ email: "stranger@people.example" });
    expect((await disown(second.token)).status).toBe(204);
    expect((await disown(first.token)).status).toBe(204);
  });

  test("a forgotten-password letter still reaches a locked account", async () => {
    await disown((await strangeSignIn()).token);
    signIns.portal.letters.length = 0;
    const data = { email: signIns.luna.email, brand: "cos" };
    await sendRecoveryMail.handle(signIns.portal.services, data, randomUUID());
    expect(signIns.portal.letters).toHaveLength(1);
  });

  test("a manager's new password unlocks, too; a locked manager gets back by the link", async () => {
    await disown((await strangeSignIn()).token);
    const boss = await makeManager(sql());
    const manager = signIns.portal.visit();
    await signIn(manager, boss);
    await manager.put("/api/profile/agent_password", {
      id: signIns.luna.id,
      password: "eight-stars",
    });
    expect((await userRow()).locked_at).toBeNull();

    await signIn(signIns.portal.visit(), boss);
    await disown(tokenIn((await lettersTo(boss.email)).at(-1)));
    expect((await manager.get("/api/sessions/0")).status).toBe(401);
    expect(await signIn(manager, boss)).toBe(401);
    expect((await lettersTo(boss.email)).at(-1)).toContain("/recover_password/");
  });

  test("changes nothing by GET, nor with another token, nor after 7 days", async () => {
    const { thief, token } = await strangeSignIn();
    expect((await signIns.portal.visit().get(`/api/profile/not_me/${token}`)).status).toBe(404);
    for (const wrong of [randomUUID(), "", "none", `${token} `, token.toUpperCase()]) {
      expect((await disown(wrong)).status).toBe(404);
    }
    expect((await thief.get("/api/sessions/0")).status).toBe(200);
    await signIns.portal.advance(7 * day);
    expect((await disown(token)).status).toBe(404);
    expect((await userRow()).locked_at).toBeNull();
  });

  test("pressed twice at once, or in two letters at once, locks once", async () => {
    const first = (await strangeSignIn()).token;
    const second = (await strangeSignIn()).token;
    const answers = await Promise.all([first, second, first, second].map(disown));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404]);
    expect((await userRow()).session_epoch).toBe(1);
  });

  test("undoes a change of the e-mail since that sign-in, so that the link reaches the owner", async () => {
    const { thief, token } = await strangeSignIn();
    const profile = { email: "thief@people.example" };
    expect((await thief.put("/api/profile", { profile })).status).toBe(204);
    expect((await disown(token)).status).toBe(204);
    expect((await userRow()).email).toBe(signIns.luna.email);
    const letters = await lettersTo(signIns.luna.email);
    expect(letters.filter((letter) => letter.includes("recover_password"))).toHaveLength(1);
    const toThief = await lettersTo("thief@people.example");
    expect(toThief.filter((letter) => letter.includes("recover_password"))).toEqual([]);
    expect(
      toThief.filter((letter) => letter.includes("has its earlier e-mail address again")),
    ).toHaveLength(1);
  });

  test("keeps an e-mail that was changed before that sign-in, or by a manager", async () => {
    const own = { email: "luna-new@people.example" };
    expect((await signIns.known.put("/api/profile", { profile: own })).status).toBe(204);
    await signIns.portal.advance(1000);
    const thief = signIns.portal.visit();
    await signIn(thief);
    const token = tokenIn((await lettersTo(own.email)).at(-1));
    const boss = await makeManager(sql());
    const manager = signIns.portal.visit();
    await signIn(manager, boss);
    const managed = { email: "luna-managed@people.example" };
    await manager.put(`/api/psychics/${signIns.luna.id}/profile`, { profile: managed });
    expect((await disown(token)).status).toBe(204);
    expect((await userRow()).email).toBe(managed.email);
  });

  test("leaves the psychic's account, availability and bookings alone", async () => {
    const states = () =>
      Promise.all([
        sql()("psychics").where({ user_id: signIns.luna.id }),
        sql()("availability").where({ psychic_id: signIns.luna.id }),
        sql()("deliveries").where({ psychic_id: signIns.luna.id }),
      ]);
    const before = await states();
    await disown((await strangeSignIn()).token);
    expect(await states()).toEqual(before);
  });

  test("ends a sign-in that is under way, and forgets its browser", async () => {
    const { token } = await strangeSignIn();
    const holder = await holdLuna();
    const locked = disown(token).then(({ status }) => status);
    await expect.poll(waiting, { interval: 5 }).toBe(1);
    const visitor = signIns.portal.visit();
    const late = signIn(visitor);
    await expect.poll(waiting, { interval: 5 }).toBe(2);
    await holder.commit();
    expect(await locked).toBe(204);
    // PostgreSQL may let either go on first. A session that began before the lock is dead.
    await late;
    expect((await visitor.get("/api/sessions/0")).status).toBe(401);
    expect(await sql()("known_browsers").where({ user_id: signIns.luna.id })).toEqual([]);
  });

  test("leaves no passkey that the stranger adds at the same moment", async () => {
    const { thief } = await strangeSignIn();
    const holder = await holdLuna();
    // Does what "This was not me" does. The stranger's request passes its checks before this
    // commits.
    await holder("users").where({ id: signIns.luna.id }).increment("session_epoch", 1);
    const adding = addPasskey(thief);
    await expect.poll(waiting, { interval: 5 }).toBe(1);
    await holder.commit();
    expect((await adding).answer.status).toBe(401);
    expect(await sql()("passkeys").where({ user_id: signIns.luna.id })).toEqual([]);
  });
});
