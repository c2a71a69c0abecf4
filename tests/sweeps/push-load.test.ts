import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createReminders } from "#server/features/notifications/reminders.ts";
import { notifyDue } from "#server/jobs/notify-due.ts";
import { patient } from "../support/patience.ts";
import { makeManager } from "../support/people.ts";
import { openPushService, type PushService } from "../support/push-service.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

vi.setConfig({ testTimeout: patient(600_000), hookTimeout: patient(120_000) });

let portal: TestApp;
let service: PushService;
const now = new Date("2026-06-15T16:00:00Z");
const psychicCount = 5_000;
/** One psychic in five has no device. */
const deviceCount = psychicCount * 0.8;

beforeAll(async () => {
  service = await openPushService();
  portal = await openTestApp({ now, pushHosts: [service.host] });
  const { sql } = portal.services.db;
  const { id: manager } = await makeManager(sql);
  await sql.raw(
    `with people as (
       insert into users (role, brand, username, first, last, address1, postal_code, city, region,
           country, email)
       select 'psychic', 'cos', 'load-' || n, 'P', 'L', 'a', '10001', 'c', 'NY', 'US',
           'load-' || n || '@people.example'
         from generate_series(1, ?::integer) n
       returning id
     )
     insert into psychics (user_id, manager_id, account_status, extension)
     select id, ?, 'Active', to_char(500000 + row_number() over (), 'FM000000') from people`,
    [psychicCount, manager],
  );
  await sql.raw(
    `insert into scheduled_calls
         (id, psychic_id, customer_id, username, at, minutes, channel, status, event_at)
     select 'load-' || user_id, user_id, 1, 'ada', ?::timestamptz + interval '15 minutes', 20,
         'Call', 'booked', now()
       from psychics`,
    [now],
  );
  const { endpoint, keys } = service.subscribe("load");
  await sql.raw(
    `with owners as (
       insert into sessions (sid, sess, expire, user_id, epoch)
       select 'load-' || user_id, '{}', ?::timestamptz + interval '1 day', user_id, 0
         from psychics order by user_id limit ?
       returning user_id, sid
     )
     insert into push_subscriptions (user_id, session_sid, endpoint, keys, label)
     select user_id, sid, ?::text || chr(63) || user_id, ?, 'phone' from owners`,
    [now, deviceCount, endpoint, JSON.stringify(keys)],
  );
  await sql.raw("analyze");
});
afterAll(async () => {
  await portal.close();
  await service.close();
});

test("5,000 psychics with a call in the same minute all get a message in time, with few queries", async () => {
  const { services } = portal;
  const { sql } = services.db;
  let queries = 0;
  sql.on("query", () => {
    queries += 1;
  });
  const startedAt = performance.now();
  await createReminders(services.db.pool, services.clock());
  const remindersTook = performance.now() - startedAt;
  while (await notifyDue(services));
  const seconds = (performance.now() - startedAt) / 1000;
  expect(service.faults).toEqual([]);
  expect(service.pushed).toHaveLength(deviceCount);
  expect(portal.letters).toHaveLength(psychicCount - deviceCount);
  expect(new Set(portal.letters.map(({ to }) => to)).size).toBe(psychicCount - deviceCount);
  expect(await sql("notifications").whereNull("ended_at").pluck("id")).toEqual([]);
  console.log(
    `${deviceCount} pushes and ${psychicCount - deviceCount} letters in ${seconds.toFixed(1)} s ` +
      `(reminders made in ${remindersTook.toFixed(0)} ms), ${queries} queries`,
  );
  // A batch of 100 psychics takes 15 queries. Each letter takes 5 more, for its entry in the ledger.
  expect(queries).toBeLessThan((psychicCount / 100) * 20 + (psychicCount - deviceCount) * 5 + 20);
  // A reminder comes 15 minutes before its call. Making and sending all of them takes 15 s on two
  // free cores.
  expect(seconds).toBeLessThan(patient(300));
});
