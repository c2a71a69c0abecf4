import { readFile, utimes } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeGift } from "#seeds/builders/gift.ts";
import { makeLogin } from "#seeds/builders/login.ts";
import { makeScheduledCall } from "#seeds/builders/scheduled-call.ts";
import { folderMailer } from "#server/adapters/mailer.ts";
import type { Inserted } from "#server/db/table.ts";
import { rowOf } from "#server/life.ts";
import { prune, pruners } from "#server/pruners.ts";
import { type lives as Lives, lives } from "#server/retention.ts";
import { makePsychic } from "../support/people.ts";
import { dataFolder } from "../support/portal-process.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let psychicId: number;
beforeAll(async () => {
  portal = await openTestApp();
  psychicId = (await makePsychic(sql())).id;
});
afterAll(() => portal.close());

const sql = () => portal.services.db.sql;
const daysAgo = (days: number) => new Date(portal.services.clock().getTime() - days * 86_400_000);
const runPrune = () => prune.handle(portal.services, {}, "job");

test("the table in docs/operations.md has the periods of the prune job (C15)", async () => {
  const file = join(import.meta.dirname, "../../docs/operations.md");
  const document = await readFile(file, "utf8");
  const [, section = ""] = document.split("\n## How long data is kept\n");
  const rows = section
    .split("\n## ")[0]
    ?.split("\n")
    .filter((line) => line.startsWith("| "));
  expect(rows).toEqual(["| What | How long | Why |", ...Object.values(lives).map(rowOf)]);
});

test("every table has a retention period (C15)", async () => {
  const tables: string[] = await sql()("pg_class")
    .whereRaw("relnamespace = 'public'::regnamespace and relkind in ('r', 'p')")
    .whereRaw("not relispartition and relname not like 'knex_%'")
    .pluck("relname");
  const stated = Object.values(lives).flatMap((life) => [...life.tables]);
  expect(tables.filter((table) => !stated.includes(table as (typeof stated)[number]))).toEqual([]);
  expect(stated.filter((table) => !tables.includes(table))).toEqual([]);
});

test("every retention period in days has a pruner (C15)", async () => {
  const pruned = pruners.map(({ name }) => name);
  for (const life of Object.values(lives)) {
    if (!("days" in life)) continue;
    for (const table of life.tables) expect(pruned).toContain(table);
  }
});

test("every pruner finds its rows by an index (C15)", async () => {
  // These tables have a handful of rows at most, however large the portal is.
  const small = ["imports"];
  await sql().transaction(async (trx) => {
    await trx.raw("set local enable_seqscan = off");
    for (const { name, text } of pruners) {
      if (!text || small.includes(name)) continue;
      const { rows } = await trx.raw(`explain ${text}`, [new Date()]);
      const plan = JSON.stringify(rows);
      expect(plan, text).toMatch(/Index (Only )?Scan|Bitmap Index Scan/);
      expect(plan, text).not.toContain(`Seq Scan on ${name}`);
    }
  });
});

type Key = keyof typeof Lives;
/** Tables with a period in days, each with a function that makes a row of a given date. */
const makers: [key: Key, table: string, make: (when: Date) => Promise<unknown>][] = [
  ["logins", "logins", (started_at) => makeLogin(sql(), { user_id: psychicId, started_at })],
  ["gifts", "gifts", (sent_at) => makeGift(sql(), { psychic_id: psychicId, sent_at })],
  [
    "problems",
    "problems",
    (created_at) =>
      sql()("problems").insert({
        ...{ user_id: psychicId, category: "Phone", details: "It rings twice.", created_at },
      }),
  ],
  [
    "contacts",
    "contacts",
    (created_at) =>
      sql()("contacts").insert({
        ...{ brand: "cos", name: "Ada", email: "ada@people.example", phone: "2125550100" },
        created_at,
      }),
  ],
  [
    "scheduledCalls",
    "scheduled_calls",
    (at) => makeScheduledCall(sql(), { psychic_id: psychicId, at }),
  ],
  [
    "imports",
    "imports",
    (updated_at) =>
      sql()("imports").insert({
        ...{ content_hash: Buffer.from(updated_at.toISOString()), bytes_done: 1, lines_done: 1 },
        ...{ rows_applied: 1, rows_refused: 0, errors_bytes: 0, updated_at },
      }),
  ],
  [
    "auditHours",
    "audit_hours",
    (hour) =>
      sql()("audit_hours").insert({ actor_id: psychicId, action: "refused", about: "x", hour }),
  ],
  ["auditTrail", "audit_trail", (at) => sql()("audit_trail").insert({ action: "of a test", at })],
];

describe("rows past their retention period are removed, and no others (C15)", () => {
  test.each(makers)("%s", async (key, table, make) => {
    const { days } = lives[key] as { days: number };
    const count = async () => Number((await sql()(table).count())[0]?.count);
    const before = await count();
    await make(daysAgo(days + 1));
    await make(daysAgo(days - 1));
    await runPrune();
    expect(await count()).toBe(before + 1);
  });

  test("a scheduled call stays while a notification names it", async () => {
    const call = await makeScheduledCall(sql(), { psychic_id: psychicId, at: daysAgo(91) });
    const notification: Inserted<"notifications"> = {
      ...{ user_id: psychicId, kind: "booked", subject: "call", call_id: call.id },
      ...{ created_at: daysAgo(91), due_at: daysAgo(91), expires_at: daysAgo(90) },
    };
    await sql()("notifications").insert(notification);
    await runPrune();
    expect(await sql()("scheduled_calls").where({ id: call.id })).toHaveLength(1);
    await sql()("notifications").update({ ended_at: daysAgo(31) });
    await runPrune();
    expect(await sql()("scheduled_calls").where({ id: call.id })).toEqual([]);
  });

  test("letters in files", async () => {
    const folder = await dataFolder();
    const files: string[] = [];
    const mailer = folderMailer(folder, (file) => files.push(file));
    const letter = { from: "a@x.example", to: "b@x.example", subject: "Hello", text: "…" };
    await mailer.send({ ...letter, id: "one" });
    const [file = ""] = files;
    // The file system writes the machine's time, which differs from the test's.
    await utimes(file, new Date(), new Date());
    portal.services.mailer = mailer;
    await portal.advance(29 * 86_400_000);
    await runPrune();
    await expect(readFile(file)).resolves.toBeInstanceOf(Buffer);
    await portal.advance(2 * 86_400_000);
    await runPrune();
    await expect(readFile(file)).rejects.toThrow("ENOENT");
  });
});

test("a failure at one table stops no other, and is logged (C15)", async () => {
  await sql().raw(`
    create function fail_in_test() returns trigger language plpgsql as $$
    begin raise exception 'never'; end $$;
    create trigger fail_in_test before delete on sessions for each row execute function fail_in_test()`);
  await sql()("sessions").insert({ sid: "old", sess: "{}", expire: new Date(0) });
  await sql()("platform_events").insert({ id: "old", type: "x", received_at: daysAgo(40) });
  portal.lines.length = 0;
  await expect(runPrune()).rejects.toThrow("never");
  expect(await sql()("platform_events").where({ id: "old" })).toEqual([]);
  expect(portal.lines).toMatchObject([{ job: "prune", table: "sessions", message: "not pruned" }]);
  await sql().raw("drop trigger fail_in_test on sessions; drop function fail_in_test()");
  await runPrune();
  expect(await sql()("sessions").where({ sid: "old" })).toEqual([]);
});

test("many rows are removed in portions, and a locked row the next time (C15)", async () => {
  await sql().raw(
    `insert into platform_events (id, type, received_at)
       select 'many' || n, 'x', ? from generate_series(1, 2500) n`,
    [daysAgo(40)],
  );
  const left = async () =>
    Number((await sql()("platform_events").whereLike("id", "many%").count())[0]?.count);
  await sql().transaction(async (holder) => {
    await holder("platform_events").where({ id: "many7" }).forUpdate();
    await runPrune();
    expect(await left()).toBe(1);
  });
  await runPrune();
  expect(await left()).toBe(0);
});

test("nobody can remove an audit row before its retention period ends (C15)", async () => {
  const { days } = lives.auditTrail;
  await sql()("audit_trail").insert([
    { action: "young", at: daysAgo(1) },
    { action: "nearly", at: daysAgo(days - 1) },
  ]);
  for (const action of ["young", "nearly"]) {
    await expect(sql()("audit_trail").where({ action }).delete()).rejects.toThrow("insert-only");
  }
  await expect(sql()("audit_trail").update({ action: "x" })).rejects.toThrow("insert-only");
  await expect(sql().raw("truncate audit_trail")).rejects.toThrow("insert-only");
});
