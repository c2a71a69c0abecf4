import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { connect, type Database } from "#server/db/connection.ts";
import { clockArguments } from "../support/clock.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { patient } from "../support/patience.ts";
import { makeManager } from "../support/people.ts";

vi.setConfig({ testTimeout: patient(900_000), hookTimeout: patient(120_000) });

const callCount = 10_000;
const managerCount = 10;
const processCount = 4;
/** A killed process repeats what it was sending: at most the notifications of one batch. */
const batch = 100;
const minute = 60_000;
/** The time of all the calls. */
const callAt = Date.parse("2026-06-15T16:00:00Z");

interface Push {
  endpoint: string;
  tag: string;
  title: string;
}

let database: TestDatabase;
let db: Database;
let sink: Server;
const pushes: Push[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.url, { onError: () => {}, poolSize: 3 });
  sink = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    pushes.push(JSON.parse(body) as Push);
    response.writeHead(201).end();
  });
  sink.listen(0, "127.0.0.1");
  await once(sink, "listening");
  for (let count = 0; count < managerCount; count += 1) await makeManager(db.sql);
  await db.sql.raw(
    `with people as (
       insert into users (role, brand, username, first, last, address1, postal_code, city, region,
           country, email)
       select 'psychic', 'cos', 'load-' || n, 'P', 'L', 'a', '10001', 'c', 'NY', 'US', 'e@x.example'
         from generate_series(1, ?::integer) n
       returning id
     ), managers as (
       select id, row_number() over (order by id) - 1 as place from users where role = 'manager'
     ), made as (
       insert into psychics (user_id, manager_id, account_status, extension)
       select p.id, m.id, 'Active', to_char(row_number() over (), 'FM000000')
         from people p join managers m on m.place = p.id % ?::integer
       returning user_id
     )
     insert into scheduled_calls
         (id, psychic_id, customer_id, username, at, minutes, channel, status, event_at)
     select user_id::text, user_id, 1, 'ada', ?, 20, 'Call', 'booked', now() from made`,
    [callCount, managerCount, new Date(callAt)],
  );
  await db.sql.raw(
    `with owners as (
       insert into sessions (sid, sess, expire, user_id, epoch)
       select 'of-' || id, '{}', ?::timestamptz + interval '1 day', id, session_epoch from users
       returning user_id, sid
     )
     insert into push_subscriptions (user_id, session_sid, endpoint, keys, label)
     select user_id, sid, user_id::text, '{}', 'phone' from owners`,
    [new Date(callAt)],
  );
  await db.sql.raw("analyze");
});
afterAll(async () => {
  await db.close();
  sink.close();
  await database.drop();
});

const script = join(import.meta.dirname, "../support/ladder-process.ts");

/** Runs processes whose clock begins at `from`, and kills them in turn while they work. */
async function runWithKills(
  { from, speed, kills }: { from: number; speed: number; kills: number },
  kind: string,
  count: number,
): Promise<void> {
  const at = Date.now();
  const start = () => {
    const child = fork(script, {
      execArgv: clockArguments,
      env: {
        ...process.env,
        DATABASE_URL: database.url,
        SINK: `http://127.0.0.1:${(sink.address() as AddressInfo).port}/`,
        ...{ CLOCK_FROM: String(from), CLOCK_AT: String(at), CLOCK_SPEED: String(speed) },
      },
    });
    return { child, works: once(child, "message") };
  };
  const end = async (child: ChildProcess, signal: NodeJS.Signals) => {
    const exit = once(child, "exit");
    child.kill(signal);
    await exit;
  };
  const running = Array.from({ length: processCount }, start);
  for (let kill = 0; kill < kills; kill += 1) {
    const [oldest] = running.splice(0, 1);
    running.push(start());
    await oldest?.works;
    // Some are in the middle of a batch, and others have just begun.
    await pause(((kill * 37) % 10) * 40);
    if (oldest) await end(oldest.child, "SIGKILL");
  }
  const of = () => db.sql("notifications").whereRaw("kind = ?", [kind]);
  const isDone = async () =>
    (await of().pluck("id")).length >= count && (await of().whereNull("ended_at").first()) == null;
  await expect.poll(isDone, { timeout: patient(300_000), interval: 500 }).toBe(true);
  for (const { child, works } of running) {
    await works;
    await end(child, "SIGTERM");
  }
}

const rungs = async (kind: string): Promise<Map<string, number>> => {
  const { rows } = await db.sql.raw<{ rows: { call_id: string; count: number }[] }>(
    `select call_id, count(*)::integer as count from notifications where kind = ? group by call_id`,
    [kind],
  );
  return new Map(rows.map(({ call_id, count }) => [call_id, count]));
};

/** What was pushed since the last look: the calls, those that managers heard of, and repeats. */
function takePushes(title: RegExp) {
  const taken = pushes.splice(0);
  expect(taken.filter((push) => !title.test(push.title))).toEqual([]);
  const callsOf = (some: readonly Push[]) =>
    new Set(some.map(({ tag }) => tag.replace("call-", "")));
  const calls = callsOf(taken);
  const notices = callsOf(taken.filter((push) => push.title.endsWith("No answer yet")));
  return { calls, notices, repeats: taken.length - calls.size };
}

test("S28: 10,000 calls in a minute, 100 kills: each rung once, and silence after an answer", async () => {
  const all: string[] = await db.sql("scheduled_calls").pluck("id");
  const answered = new Set(all.filter((id) => Number(id) % 2 === 0));
  const unanswered = all.filter((id) => !answered.has(id));
  const onceEach = (calls: readonly string[]) => new Map(calls.map((id) => [id, 1]));
  const sorted = (ids: Iterable<string>) => [...ids].sort();

  await runWithKills({ from: callAt - 15 * minute, speed: 5, kills: 50 }, "soon", all.length);
  expect(await rungs("soon")).toEqual(onceEach(sorted(all)));
  const soon = takePushes(/^Call in \d+ minutes?$/);
  expect(sorted(soon.calls)).toEqual(sorted(all));

  await db.sql.raw(
    `insert into call_answers
       (psychic_id, call_id, call_at, answer, answered_at, received_at, answered_by)
     select psychic_id, id, at, case when psychic_id % 4 = 0 then 'ready' else 'late' end,
            at - interval '6 minutes', at - interval '6 minutes', psychic_id
       from scheduled_calls where id = any (?)`,
    [[...answered]],
  );
  await runWithKills(
    { from: callAt - 5 * minute, speed: 2, kills: 25 },
    "again",
    unanswered.length,
  );
  expect(await rungs("again")).toEqual(onceEach(sorted(unanswered)));
  const again = takePushes(/^Call in \d minutes?$|^Call at .* ET: No answer yet$/);
  expect(sorted(again.calls)).toEqual(sorted(unanswered));

  await runWithKills(
    { from: callAt - 2 * minute, speed: 2, kills: 25 },
    "unanswered",
    unanswered.length,
  );
  expect(await rungs("unanswered")).toEqual(onceEach(sorted(unanswered)));
  const notices = takePushes(/^Call in \d minutes?$|^Call at .* ET: No answer yet$|^Call now$/);
  expect(sorted(new Set([...again.notices, ...notices.notices]))).toEqual(sorted(unanswered));
  expect(soon.repeats + again.repeats).toBeLessThanOrEqual(75 * batch);
});
