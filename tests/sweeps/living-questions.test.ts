import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { fill } from "#seeds/platform/fill.ts";
import { createLive } from "#seeds/platform/live.ts";
import { createPlan } from "#seeds/platform/plan.ts";
import { readWorld } from "#seeds/platform/read-world.ts";
import { atPlannedTime } from "#seeds/platform/wire.ts";
import { remind } from "#server/jobs/remind.ts";
import type { Floor } from "#shared/floor.ts";
import { callMark } from "#web/manager/floor/floor-view.ts";
import { setClock } from "../support/clock.ts";
import { type LivingDemo, openLivingDemo } from "../support/living-demo.ts";
import { patient } from "../support/patience.ts";
import type { SignedIn } from "../support/test-app.ts";

vi.setConfig({ testTimeout: patient(600_000), hookTimeout: patient(240_000) });

const minute = 60_000;
const hour = 60 * minute;
const step = 20_000;
/** The demo's platform shows everything within this time. */
const within = 4 * hour;
const seededAt = Date.parse("2026-11-22T05:10:00Z");

let demo: LivingDemo;
let manager: SignedIn;

beforeAll(async () => {
  demo = await openLivingDemo({ now: new Date(seededAt), seededAt: new Date(seededAt) });
  await giveDevices();
});
afterAll(() => demo.close());

/** Gives each manager a device, because only managers with one are told of calls. */
async function giveDevices(): Promise<void> {
  await demo.testApp.services.db.sql.raw(
    `with owners as (
       insert into sessions (sid, sess, expire, user_id, epoch)
       select 'of-' || id, '{}', '2028-01-01', id, session_epoch from users where role = 'manager'
       returning user_id, sid
     )
     insert into push_subscriptions (user_id, session_sid, endpoint, keys, label)
     select user_id, sid, 'https://push.example/' || sid, '{}', 'desk' from owners`,
  );
}

const rowsOf = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await demo.testApp.services.db.pool.query<Row>(text, values)).rows;

/** What the portal has shown since `start` of calls, Busy and promised hours. */
async function shownSince(start: number): Promise<Set<string>> {
  const { clock } = demo.testApp.services;
  const since = [new Date(start)];
  const told = await rowsOf<{ what: string }>(
    `select distinct kind || case when u.username = 'luna' then ' luna' else '' end as what
       from notifications n join users u on u.id = n.user_id where n.created_at >= $1`,
    since,
  );
  const heard = await rowsOf<{ what: string }>(
    `select distinct 'heard ' || (data ->> 'answer') as what from deliveries
      where type = 'call.answered' and created_at >= $1`,
    since,
  );
  const asked = await rowsOf<{ id: number }>(
    "select psychic_id as id from availability_questions where asked_at >= $1",
    since,
  );
  const { psychics }: Floor = (await manager.get("/api/floor")).body;
  const marks = psychics.map((psychic) => callMark(psychic, clock().getTime()));
  const freed: string[] = [];
  for (const { id } of asked) {
    const { body } = await manager.get(`/api/psychics/${id}/questions`);
    if (body.asked?.answer && body.asked.answer.code !== "B") freed.push("freed by the platform");
  }
  const all = [...told, ...heard].map(({ what }) => what);
  return new Set([...all, ...freed, ...marks.filter((mark) => mark !== null)]);
}

const expected = [
  ...["soon", "soon luna", "again luna", "unanswered", "cannot"],
  ...["heard ready", "heard late", "heard cannot", "No answer yet", "Can't take it"],
  ...["stuck", "freed by the platform", "missed", "promised"],
];

describe("the demo's psychics and calls (H1, S28, D71)", () => {
  it.each([
    ["in the evening", "2026-11-22T23:40:00Z"],
    ["in the night, over the end of the service day", "2026-11-24T07:10:00Z"],
    ["in the morning of the day on which the clocks change", "2027-03-14T06:20:00Z"],
  ])("show every question and every answer within four hours: %s", async (_, time) => {
    const { services } = demo.testApp;
    const { pool } = services.db;
    const start = Date.parse(time);
    await setClock(new Date(start));
    manager = await demo.testApp.signIn("manager", "manager-demo");
    const world = await readWorld(pool, seededAt);
    const plan = createPlan(world);
    const { portal } = demo;
    await fill({ plan, portal, pool }, start - hour, start);
    const problems: string[] = [];
    const live = createLive({
      ...{ world, plan, portal, pool, clockwork: atPlannedTime },
      onProblem: ({ message }) => problems.push(message),
    });
    await live.settle(start);
    const seen = new Set<string>();
    const missing = () => expected.filter((one) => !seen.has(one));
    let at = start;
    for (; at < start + within && missing().length > 0; at += step) {
      await setClock(new Date(at + step));
      await live.run(at, at + step);
      if ((at - start) % minute !== 0) continue;
      await remind.handle(services, {}, "job");
      for (const one of await shownSince(start)) seen.add(one);
    }
    expect(missing()).toEqual([]);
    expect(problems).toEqual([]);
    const hours = (at - start) / hour;
    const rates = await rowsOf<{ calls: string; exceptions: string; visits: string }>(
      `select (select count(*) from scheduled_calls where event_at > $1 and length(id) > 6) as calls,
              (select count(*) from schedule_exceptions where created_at >= $1) as exceptions,
              (select count(*) from logins
                where started_at >= $1 and source = 'portal') as visits`,
      [new Date(start)],
    );
    for (const [what, count] of Object.entries(rates[0] ?? {})) {
      expect(Number(count) / hours, what).toBeLessThan(12);
    }
  });
});
