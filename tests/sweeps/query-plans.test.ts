import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { connect, type Database } from "#server/db/connection.ts";
import { claimDue, readDue } from "#server/features/notifications/due-notifications.ts";
import { createPresenceNews } from "#server/features/notifications/presence-news.ts";
import { createReminders } from "#server/features/notifications/reminders.ts";
import { readTimeline } from "#server/features/presence/timeline.ts";
import {
  countBusy,
  findPsychic,
  rankedPsychics,
  readAvailability,
} from "#server/features/psychics/psychics.ts";
import { readQuestions } from "#server/features/questions/questions.ts";
import { listReadings } from "#server/features/readings/readings.ts";
import { rebuildStatistics, refreshStatistics } from "#server/features/statistics/refresh.ts";
import {
  readState,
  sumsByDay,
  sumsByPsychic,
  sumsOfPsychic,
} from "#server/features/statistics/statistics.ts";
import {
  allowParallelPlans,
  connectTo,
  createTestDatabase,
  type TestDatabase,
} from "../support/database.ts";
import { makeManager } from "../support/people.ts";

/** The tables that grow with the history. No query may scan a whole one. */
const historyTables = [
  ...["readings", "daily_statistics", "monthly_statistics"],
  ...["scheduled_calls", "notifications", "availability_changes", "call_attempts"],
];
const week = { start: "2026-02-02", end: "2026-02-08" };
const psychicCount = 1_500;
const readingCount = 120_000;

let database: TestDatabase;
let db: Database;
let psychicId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.url, { onError: () => {}, poolSize: 2 });
  const manager = await makeManager(db.sql, { staff_role: "owner" });
  // The portal's own connections have time limits, which this much data would exceed.
  const client = await connectTo(database.url);
  await client.query(
    `with made as (
       insert into users (role, brand, username, first, last, address1, postal_code, city, region,
                          country, email)
       select 'psychic', 'cos', 'psychic' || n, 'F', 'L', '1 St', '10001', 'NY', 'NY', 'US', 'e@x.y'
         from generate_series(1, $1::int) n
       returning id
     )
     insert into psychics (user_id, manager_id, extension)
     select id, $2, lpad(id::text, 6, '0') from made`,
    [psychicCount, manager.id],
  );
  const { rows } = await client.query("select min(user_id) as id from psychics");
  psychicId = rows[0].id;
  await client.query(
    "insert into customers (id, username) select n, 'c' || n from generate_series(1, 2000) n",
  );
  await client.query(
    `insert into psychic_customers
     select user_id, 1 + (user_id * 7 + n) % 2000, '2025-04-01T00:00Z'
       from psychics, generate_series(0, 39) n`,
  );
  await client.query(
    `insert into readings (connection_id, psychic_id, customer_id, conn_type, started_at, minutes,
                           free_minutes, paid_minutes, rate_cents, revenue_cents, result)
     select 'r' || n, psychic, 1 + (psychic * 7 + n % 40) % 2000, 'Call',
            '2025-04-01T00:00Z'::timestamptz + n * interval '4 minutes', 10, 0, 10, 399, 3990,
            'Completed'
       from (select n, $1::int + n % $2::int as psychic
               from generate_series(1, $3::int) n) made`,
    [psychicId, psychicCount, readingCount],
  );
  await client.query(
    `insert into availability
     select user_id, case when user_id % 50 = 0 then 'B' else 'A' end, now() from psychics`,
  );
  await client.query(
    `insert into scheduled_calls
     select 'c' || n, $1::int + abs(n) % $2::int, 1, 'c1', now() - n * interval '10 minutes', 20, 'Call',
            'booked', now()
       from generate_series(-1000, 29000) n`,
    [psychicId, psychicCount],
  );
  // The trigger would take a lock for each row.
  await client.query("alter table call_attempts disable trigger call_attempts_unique");
  await client.query(
    `with events as materialized (
       select $1::int + n % $2::int as psychic, n,
              '2025-04-01T00:00Z'::timestamptz + n * interval '4 minutes' as at
         from generate_series(1, $3::int) n),
     calls as (
       insert into call_attempts_strays (psychic_id, initiated_at, id, connection_id, event_at)
         select psychic, at, 'a' || n, 'r' || n, at from events)
     insert into availability_changes (psychic_id, at, code) select psychic, at, 'B' from events`,
    [psychicId, psychicCount, readingCount],
  );
  await client.query(
    `insert into notifications (user_id, kind, subject, call_id, call_at, created_at, due_at,
                                expires_at, ended_at)
     select psychic_id, 'booked', 'call-' || id, id, at, at, at, at, case when at < now() then at end
       from scheduled_calls`,
  );
  await rebuildStatistics(db.pool, new Date());
  await client.query("analyze");
  await client.end();
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

interface Statement {
  text: string;
  values: unknown[];
}

/** The statements that `work` sent to the database. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const spy = vi.spyOn(pg.Client.prototype, "query");
  try {
    await work();
  } finally {
    for (const [query, values] of spy.mock.calls as unknown as [unknown, unknown][]) {
      if (typeof query === "string") {
        statements.push({ text: query, values: Array.isArray(values) ? values : [] });
      } else {
        const { text, values: own } = query as Partial<Statement>;
        if (text) statements.push({ text, values: own ?? (Array.isArray(values) ? values : []) });
      }
    }
    spy.mockRestore();
  }
  return statements;
}

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  Plans?: Plan[];
}

const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

/** The plans of a statement: the one for these values, and the generic one. */
async function plansOf({ text, values }: Statement, client: pg.ClientBase): Promise<Plan[]> {
  const plans = [];
  for (const [option, given] of [
    ["", values],
    [", generic_plan", []],
  ] as const) {
    await client.query(allowParallelPlans);
    const { rows } = await client.query(`explain (format json${option}) ${text}`, [...given]);
    plans.push(rows[0]["QUERY PLAN"][0].Plan);
  }
  return plans;
}

async function expectIndexed(statements: Statement[], settings = "select 1"): Promise<void> {
  const reads = statements.filter(({ text }) =>
    historyTables.some((table) => text.includes(table)),
  );
  expect(reads).not.toEqual([]);
  const client = await db.pool.connect();
  try {
    await client.query("begin");
    await client.query(settings);
    for (const statement of reads) {
      for (const plan of await plansOf(statement, client)) {
        const scans = nodes(plan).filter((node) => node["Node Type"].endsWith("Seq Scan"));
        // The readings are strays here; the partitions of months are empty.
        const scanned = scans.map((node) => (node["Relation Name"] ?? "").replace(/_strays$/, ""));
        expect(
          scanned.filter((name) => historyTables.includes(name)),
          statement.text,
        ).toEqual([]);
      }
    }
  } finally {
    await client.query("rollback");
    client.release();
  }
}

describe("no query scans the whole history", () => {
  test("a psychic's readings", async () => {
    const statements = await statementsOf(async () => {
      for (const viewer of ["manager", "psychic"] as const) {
        for (const query of [{}, { limit: 10 }]) {
          const page = await listReadings(db.pool, psychicId, week, viewer, query);
          expect(page.total).toBeGreaterThan(0);
        }
      }
    });
    await expectIndexed(statements);
  });

  test("a psychic's day (E63)", async () => {
    const statements = await statementsOf(async () => {
      for (const viewer of ["manager", "psychic"] as const) {
        const day = await readTimeline(db.pool, psychicId, "2025-06-10", viewer, new Date());
        expect(day.availability.length + day.calls.length).toBeGreaterThan(0);
      }
    });
    // The week, the changes, and for each role the calls and the readings.
    expect(statements).toHaveLength(8);
    await expectIndexed(statements);
  });

  test("everyone's statistics of a week", async () => {
    const statements = await statementsOf(async () => {
      const state = await readState(db);
      const sums = await sumsByPsychic(db, state, week);
      expect(sums).toHaveLength(psychicCount);
      await rankedPsychics(db.pool, sums);
      expect(await sumsByDay(db, state, week)).toHaveLength(7);
    });
    await expectIndexed(statements);
  });

  test("one psychic's account and statistics", async () => {
    const statements = await statementsOf(async () => {
      expect(await findPsychic(db.pool, psychicId)).toMatchObject({ user_id: psychicId });
      const state = await readState(db);
      await sumsByDay(db, state, week, psychicId);
      expect(await sumsOfPsychic(db, state, psychicId, [week])).toMatchObject([{ missed: 0 }]);
    });
    await expectIndexed(statements);
  });

  test("due notifications, reminders of calls and questions about the availability", async () => {
    const now = new Date();
    const statements = await statementsOf(async () => {
      await createReminders(db.pool, now);
      await createPresenceNews(db.pool, now);
      expect(await readQuestions(db.pool, psychicId, now)).toMatchObject({ asked: null });
      const ids = await claimDue(db.sql, now, 100);
      expect(ids).toHaveLength(2);
      expect(await readDue(db, ids, now)).toHaveLength(2);
    });
    await expectIndexed(statements);
  });

  test("a refresh, even with outdated planner statistics", async () => {
    const client = await db.pool.connect();
    try {
      // After a large import the planner's statistics still say that the queue has 120,000 rows.
      await client.query("insert into statistics_changes select psychic_id, day from readings");
      await client.query("analyze statistics_changes");
      await client.query("delete from statistics_changes");
      // A refresh without a change reads nothing.
      await client.query(
        "insert into statistics_changes select psychic_id, day from readings limit 1",
      );
    } finally {
      client.release();
    }
    const statements = await statementsOf(() => refreshStatistics(db.pool, new Date()));
    const settings = statements
      .filter(({ text }) => text.startsWith("set local"))
      .map(({ text }) => text);
    expect(settings).toHaveLength(1);
    await expectIndexed(
      statements.filter(({ text }) => text.includes("delete from statistics_changes")),
      settings[0],
    );
  });
});

describe("a query that runs every few seconds", () => {
  async function nodeTypesOf(work: () => Promise<unknown>): Promise<string[]> {
    const statements = await statementsOf(work);
    expect(statements).toHaveLength(1);
    const client = await db.pool.connect();
    const [plan] = await plansOf(statements[0] as Statement, client);
    client.release();
    return nodes(plan as Plan).map((node) => node["Node Type"]);
  }

  test("reads an availability in one statement, by an index", async () => {
    const types = await nodeTypesOf(() => readAvailability(db.pool, psychicId));
    expect(types).not.toContain("Seq Scan");
  });

  test("counts the busy psychics in one statement, by an index", async () => {
    const types = await nodeTypesOf(() => countBusy(db.pool));
    expect(types).not.toContain("Seq Scan");
  });
});
