import { afterAll, beforeAll, expect, test } from "vitest";
import { rowsAtMost } from "#shared/fields.ts";
import { connectTo } from "../support/database.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let manager: SignedIn;
let psychicId: number;
const rowCount = rowsAtMost + 5;

beforeAll(async () => {
  portal = await openTestApp({ now: new Date("2026-06-12T15:00:00Z") });
  const { sql } = portal.services.db;
  const boss = await makeManager(sql);
  manager = await portal.signIn(boss.username, password);
  psychicId = (await makePsychic(sql, { manager_id: boss.id })).id;
  // The portal's own connections have time limits, which this much data would exceed.
  const client = await connectTo(portal.databaseUrl);
  await client.query(`
    insert into customers (id, username) values (1, 'ada');
    insert into psychic_customers values (${psychicId}, 1, '2020-01-01T00:00Z');
    insert into readings (connection_id, psychic_id, customer_id, conn_type, started_at, minutes,
        free_minutes, paid_minutes, rate_cents, revenue_cents, result)
      select 'r' || n, ${psychicId}, 1, 'Call', '2026-06-12T12:00Z'::timestamptz - n * interval '1 hour',
             10, 0, 10, 399, 3990, 'Completed' from generate_series(1, ${rowCount}) n;
    insert into contacts (brand, name, email, phone)
      select 'cos', 'Visitor ' || n, 'v@people.example', '2125550100' from generate_series(1, ${rowCount}) n;
    insert into logins (user_id, source, started_at, last_action_at, ended_at)
      select ${psychicId}, 'portal', at, at, at from (
        select '2026-06-12T12:00Z'::timestamptz - n * interval '1 hour' as at
          from generate_series(1, ${rowCount}) n) made;
    analyze`);
  await client.end();
});
afterAll(() => portal.close());

test.each([
  ["readings", "/psychics/ID/readings?start_date=2020-01-01"],
  ["logins", "/psychics/ID/logins?start_date=2020-01-01"],
  ["contacts", "/contacts?"],
])(
  "a list of %s without a limit has a maximum of rows, and its total counts all (L7)",
  async (rows, path) => {
    const list = async (more = "") => {
      const { status, body } = await manager.get(
        `/api${path.replace("ID", String(psychicId))}${more}`,
      );
      expect(status).toBe(200);
      return body;
    };
    const first = await list();
    expect([first[rows].length, first.total]).toEqual([rowsAtMost, rowCount]);
    if (rows === "readings") expect(first.summary.tot_mins).toBe(rowCount * 10);
    const rest = await list(`&offset=${rowsAtMost}`);
    expect([rest[rows].length, rest.total]).toEqual([5, rowCount]);
  },
);
