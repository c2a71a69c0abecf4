import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { makePsychic, password } from "../support/people.ts";
import { storedText } from "../support/stored-text.ts";
import { setUpNotes } from "./fixtures/notes.ts";

const fixture = setUpNotes();
const { rows, note } = fixture;

describe("an idempotency key", () => {
  test("repeats the first answer, without a second effect", async () => {
    const key = randomUUID();
    const first = await note(key, { text: "once" });
    const again = await note(key, { text: "once" });
    expect(first.status).toBe(201);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await rows()).toEqual(["once"]);
  });

  test("has one effect if ten requests arrive at the same time", async () => {
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => note(key, { text: "twins" })),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(await rows()).toEqual(["twins"]);
  });

  test("with another body is refused", async () => {
    const key = randomUUID();
    await note(key, { text: "one" });
    const other = await note(key, { text: "two" });
    expect(other.status).toBe(422);
    expect(other.body.title).toBe("Idempotency key reused");
    expect(await rows()).toEqual(["one"]);
  });

  test("belongs to its user", async () => {
    const key = randomUUID();
    const another = await makePsychic(fixture.portal.services.db.sql);
    const theirs = await fixture.portal.signIn(another.username, password);
    await note(key, { text: "mine" });
    expect((await note(key, { text: "theirs" }, theirs.cookie)).status).toBe(201);
  });

  test("stores a 409, whose effect is rolled back", async () => {
    const key = randomUUID();
    const first = await note(key, { text: "no", outcome: "conflict" });
    const again = await note(key, { text: "no", outcome: "conflict" });
    expect([first.status, again.status]).toEqual([409, 409]);
    expect(again.body).toEqual(first.body);
    expect(again.headers["content-type"]).toBe(first.headers["content-type"]);
    expect(await rows()).toEqual([]);
    const { sql } = fixture.portal.services.db;
    expect(
      await sql("audit_trail").where({ action: "schedule changed", actor_id: fixture.id }),
    ).toEqual([]);
  });

  test.each([
    ["invalid", 422],
    ["crash", 500],
  ])("does not store the answer if the outcome is %s", async (outcome, status) => {
    const key = randomUUID();
    expect((await note(key, { text: "bad", outcome })).status).toBe(status);
    expect((await note(key, { text: "mended" })).status).toBe(201);
    expect(await rows()).toEqual(["mended"]);
  });

  test("must be a UUID", async () => {
    const answer = await note("seven", { text: "x" });
    expect(answer.status).toBe(400);
  });

  test("from a queue is refused for another user, and not stored", async () => {
    const key = randomUUID();
    const foreign = await note(key, { text: "x" }).set("X-Queue-Owner", String(fixture.id + 1));
    expect(foreign.status).toBe(409);
    expect(foreign.body.title).toBe("Another user is signed in");
    const accepted = await note(key, { text: "x" }).set("X-Queue-Owner", String(fixture.id));
    expect(accepted.status).toBe(201);
    // 401 comes before 409: while nobody is signed in, the owner of the edit does not matter.
    const nobody = await note(key, { text: "y" }, "").set("X-Queue-Owner", String(fixture.id));
    expect([nobody.status, nobody.body.title]).toEqual([401, "Not signed in"]);
    const path = `/api/probe/${fixture.id + 1}/schedule`;
    const theirs = fixture.probe.put(path, { text: "y" }).set("Cookie", fixture.browser.cookie);
    expect((await theirs.set("X-Queue-Owner", String(fixture.id + 1))).status).toBe(409);
    expect(await rows()).toEqual(["x"]);
  });

  test("is stored without the request", async () => {
    await note(randomUUID(), { text: "canary-in-a-body" });
    const stored = await fixture.portal.services.db.sql("idempotency_keys").select();
    expect(storedText(stored)).not.toContain("canary-in-a-body");
  });
});

describe("a repeat under a known key (J4)", () => {
  const report = (key: string, details: string) =>
    fixture.browser
      .post(`/api/psychics/${fixture.id}/problem`, { category: "Other", details })
      .set("Idempotency-Key", key);
  const points = () =>
    fixture.portal.services.db
      .sql("rate_limits")
      .where({ key: `problems:${fixture.id}` })
      .first("points");

  test("does not count towards a rate limit, before or after it is reached", async () => {
    const key = randomUUID();
    for (let i = 0; i < 12; i++) expect((await report(key, "the same")).status).toBe(204);
    expect(await points()).toEqual({ points: 1 });
    for (let i = 0; i < 9; i++) expect((await report(randomUUID(), `${i}`)).status).toBe(204);
    expect((await report(randomUUID(), "one too many")).status).toBe(429);
    expect((await report(key, "the same")).status).toBe(204);
    expect(await rows()).toHaveLength(10);
  });

  test("with another body is limited like any other call", async () => {
    const key = randomUUID();
    expect((await report(key, "the first")).status).toBe(204);
    for (let i = 0; i < 9; i++) expect((await report(key, `another ${i}`)).status).toBe(422);
    expect((await report(key, "and another")).status).toBe(429);
    expect((await report(randomUUID(), "and another")).status).toBe(429);
    expect(await rows()).toEqual(["the first"]);
  });
});
