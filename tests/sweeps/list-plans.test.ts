import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { rebuildStatistics } from "#server/features/statistics/refresh.ts";
import { allEndpoints } from "#shared/api.ts";
import { allowParallelPlans, connectTo } from "../support/database.ts";
import { examples } from "../support/examples.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

/** The tables that grow with the years and that a request for a list may read. */
const big = [
  ...["readings", "daily_statistics", "monthly_statistics"],
  ...["customers", "psychic_customers", "logins", "gifts"],
  ...["contacts", "problems", "scheduled_calls", "audit_trail", "deliveries", "sessions"],
  "schedule_exceptions",
];
const rows = 100_000;
/** The most statements that a list may run, to read the session, the subject and the page. */
const maxStatements = 5;

let portal: TestApp;
let browser: SignedIn;
let subject: number;

beforeAll(async () => {
  portal = await openTestApp({ now: new Date("2026-06-12T15:00:00Z") });
  const { sql, pool } = portal.services.db;
  const manager = await makeManager(sql, { staff_role: "owner" });
  subject = (await makePsychic(sql, { manager_id: manager.id })).id;
  const other = (await makePsychic(sql, { manager_id: manager.id })).id;
  browser = await portal.signIn(manager.username, password);
  // The portal's own connections have time limits that are too short for this.
  const client = await connectTo(portal.databaseUrl);
  const fill = (text: string) => client.query(text);
  // Skip the foreign key checks, which take a third of the time.
  await fill("set session_replication_role = replica");
  await fill(`insert into customers (id, username, redeemable_minutes)
    select n, 'customer' || n, n % 10 from generate_series(1, ${rows}) n`);
  await fill(`insert into psychic_customers
    select p, n, '2025-06-01T00:00Z' from generate_series(1, ${rows}) n,
           unnest(array[${subject}, ${other}]) p`);
  // Ten years of readings of both psychics. A week has a few hundred of them.
  await fill(`insert into readings (connection_id, psychic_id, customer_id, conn_type, started_at,
      minutes, free_minutes, paid_minutes, rate_cents, revenue_cents, result)
    select p || '-' || n, p, 1 + n % 20000, 'Call',
           '2026-06-12T12:00Z'::timestamptz - n * interval '50 minutes', 10, 0, 10, 399, 3990,
           'Completed'
      from generate_series(0, ${rows - 1}) n, unnest(array[${subject}, ${other}]) p`);
  await fill(`insert into logins (user_id, source, external_id, started_at, last_action_at, ended_at)
    select p, 'phone', p || '-' || n, at, at, at + interval '20 minutes'
      from (select p, n, '2026-06-12T12:00Z'::timestamptz - n * interval '50 minutes' as at
              from generate_series(1, ${rows}) n, unnest(array[${subject}, ${other}]) p) made`);
  await fill(`insert into gifts (psychic_id, customer_id, subject, body, minutes, sent_at)
    select p, n, 'For you', '<p>Come back</p>', 3,
           '2026-06-12T12:00Z'::timestamptz - n * interval '1 hour'
      from generate_series(1, ${rows}) n, unnest(array[${subject}, ${other}]) p`);
  await fill(`insert into scheduled_calls
      (id, psychic_id, customer_id, username, at, minutes, channel, status, event_at)
    select p || '-' || n, p, n, 'customer' || n,
           '2026-06-12T16:00Z'::timestamptz + n * interval '1 hour', 10, 'Call', 'booked', now()
      from generate_series(1, ${rows}) n, unnest(array[${subject}, ${other}]) p`);
  // Around the month of the example. Far more than psychics of a year, whose exceptions are a few.
  await fill(`insert into schedule_exceptions
      (psychic_id, kind, first_day, last_day, created_at, created_by)
    select p, 'off', '2026-12-01'::date - 18000 + n % 36000, '2026-12-01'::date - 17998 + n % 36000,
           now(), 'psychic'
      from generate_series(1, ${rows}) n, unnest(array[${subject}, ${other}]) p`);
  await fill(`insert into contacts (brand, name, email, phone, created_at)
    select 'cos', 'Visitor ' || n, 'v' || n || '@people.example', '2125550100',
           '2026-06-12T12:00Z'::timestamptz - n * interval '1 minute'
      from generate_series(1, ${rows}) n`);
  await fill(`insert into problems (user_id, category, details, created_at)
    select ${subject}, 'Other', 'Problem ' || n,
           '2026-06-12T12:00Z'::timestamptz - n * interval '1 minute'
      from generate_series(1, ${rows}) n`);
  await fill(`insert into audit_trail (actor_id, subject_id, action, at)
    select p, p, 'signed in', '2026-06-12T12:00Z'::timestamptz - n * interval '1 minute'
      from generate_series(1, ${rows}) n, unnest(array[${subject}, ${other}]) p`);
  await fill(`insert into sessions (sid, sess, expire)
    select 's' || n, '{}', '2026-07-12T12:00Z' from generate_series(1, ${rows}) n`);
  await rebuildStatistics(pool, new Date());
  await client.query("vacuum analyze");
  await client.end();
});
afterAll(() => portal.close());

interface Statement {
  text: string;
  values: unknown[];
  /** A prepared statement, whose plan may be the generic one. */
  named: boolean;
}

/** pg's connection. Its published type leaves out the parameters. */
type Connection = pg.Client & { connectionParameters: pg.ClientConfig };

/** The statements that a request runs. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const seen: Statement[] = [];
  const spy = vi.spyOn(pg.Client.prototype, "query");
  try {
    await work();
    const calls = spy.mock.calls as unknown as [unknown, unknown][];
    for (const [index, [query, values]] of calls.entries()) {
      // The job queue polls at any time, on its own connections.
      const { connectionParameters } = spy.mock.contexts[index] as Connection;
      if (!connectionParameters.application_name?.startsWith("portal ")) continue;
      const {
        text,
        values: own,
        name,
      } = (typeof query === "string" ? { text: query } : query) as {
        text?: string;
        values?: unknown[];
        name?: string;
      };
      if (!text) continue;
      const given = own ?? (Array.isArray(values) ? values : []);
      seen.push({ text, values: given, named: name !== undefined });
    }
  } finally {
    spy.mockRestore();
  }
  return seen.filter(({ text }) => /^\s*(select|with)/i.test(text));
}

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  Plans?: Plan[];
}

const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

/** The big tables that a statement would scan. */
async function scannedTables({ text, values, named }: Statement): Promise<string[]> {
  const client = await portal.services.db.pool.connect();
  try {
    const found: string[] = [];
    for (const [option, given] of [
      ["", values],
      ...(named ? ([[", generic_plan", []]] as const) : []),
    ] as const) {
      await client.query(allowParallelPlans);
      const { rows: plans } = await client.query(`explain (format json${option}) ${text}`, [
        ...given,
      ]);
      for (const node of nodes(plans[0]["QUERY PLAN"][0].Plan)) {
        // The rows are strays here; the partitions of months are empty.
        const table = (node["Relation Name"] ?? "").replace(/_strays$/, "");
        if (node["Node Type"].endsWith("Seq Scan")) found.push(table);
      }
    }
    return found.filter((name) => big.includes(name));
  } finally {
    client.release();
  }
}

/** All list endpoints: those that take a limit. */
const lists = allEndpoints.filter(([, { query }]) => query && "limit" in query.shape);

describe("a page of a list of 100,000 rows", () => {
  test.each(lists)("%s: few statements, and none scans a big table", async (name, endpoint) => {
    const cast = { subject, managerName: "", psychicName: "", password };
    const { params = {}, query = "" } = examples[name as keyof typeof examples](cast);
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key) => String({ ...params }[key]));
    const statements = await statementsOf(async () => {
      const { status } = await browser.get(`/api${path}?limit=20&${query}`);
      expect(status).toBe(200);
    });
    expect(statements.length).toBeGreaterThan(1);
    expect(statements.length).toBeLessThanOrEqual(maxStatements);
    for (const statement of statements) {
      expect(await scannedTables(statement), statement.text).toEqual([]);
    }
  });
});
