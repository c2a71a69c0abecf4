import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { connect, type Database } from "#server/db/connection.ts";
import { makeMonth } from "#server/db/partitions/make-month.ts";
import { partitionedTable } from "#server/db/partitions/partitioned-tables.ts";
import { listTrail, type TrailFilter } from "#server/features/audit/audit-trail.ts";
import { actionsOf, auditActionNames } from "#shared/rules/audit-actions.ts";
import {
  allowParallelPlans,
  connectTo,
  createTestDatabase,
  type TestDatabase,
} from "../support/database.ts";
import { patient } from "../support/patience.ts";

vi.setConfig({ testTimeout: patient(60_000), hookTimeout: patient(120_000) });

const months = ["2026-01", "2026-02", "2026-03", "2026-04", "2026-05", "2026-06"];
const limit = 51;
/** The id of the user by whom and about whom most entries are. */
const busy = 1;
/** The id of a user with few entries, all of one action. */
const rare = 2;

let database: TestDatabase;
let db: Database;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.url, { onError: () => {}, poolSize: 2 });
  client = await connectTo(database.url);
  for (const month of months) {
    await makeMonth(client, partitionedTable("audit_trail"), month);
  }
  // 240,000 entries in almost six months: sign-ins and sign-outs, mostly of one user. Another
  // action and another user are rare.
  await client.query(
    `insert into audit_trail (at, actor_id, subject_id, action)
     select '2026-01-02T12:00Z'::timestamptz + n * interval '60 seconds',
            case when n % 20000 = 7 then ${rare} when n % 10 = 0 then 3 + n % 500 else ${busy} end,
            case when n % 20000 = 7 then ${rare} else ${busy} end,
            case when n % 50000 = 9 then 'SSN corrected' when n % 2 = 0 then 'signed in' else 'signed out' end
       from generate_series(1, 240000) n`,
  );
  await client.query("vacuum analyze audit_trail");
});
afterAll(async () => {
  await client.end();
  await db.close();
  await database.drop();
});

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
}
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

/** Runs the statement of a page, and returns how it was done. */
async function planOf(filter: Omit<TrailFilter, "limit">) {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  try {
    await listTrail(db.sql, { ...filter, limit });
    const calls = spy.mock.calls as unknown as [{ text: string; values?: unknown[] }, unknown[]?][];
    const [query, values] = calls.find(([{ text = "" }]) => text.includes("with page")) ?? [];
    await client.query(allowParallelPlans);
    const { rows } = await client.query(`explain (analyze, format json) ${query?.text}`, [
      ...(query?.values ?? values ?? []),
    ]);
    const reads = nodes(rows[0]["QUERY PLAN"][0].Plan).filter((node) =>
      node["Relation Name"]?.startsWith("audit_trail"),
    );
    const rowsOf = (node: Plan) =>
      (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"];
    return {
      // An empty month needs no index.
      scans: reads.filter((node) => node["Node Type"].endsWith("Seq Scan") && rowsOf(node) > 0),
      read: reads.reduce((sum, node) => sum + rowsOf(node), 0),
      partitions: new Set(
        reads.filter((node) => node["Actual Loops"] > 0).map((n) => n["Relation Name"]),
      ),
    };
  } finally {
    spy.mockRestore();
  }
}

const person = (id: number, as: "either" | "subject" = "either") => ({ person: { id, as } });
const long = { days: { start: "2026-01-01", end: "2026-06-30" } };
const before = { before: "1778846400000000-100000" };
const all = { actions: auditActionNames };

describe("a page of the audit trail reads about a page of entries, whatever the filter (D58)", () => {
  const filters: [string, Omit<TrailFilter, "limit">][] = [
    ["everything", {}],
    ["a long range", long],
    ["an older page", before],
    ["a person with most of the entries", person(busy)],
    ["a person with few entries", { ...person(rare), ...long }],
    ["a person without entries", person(999)],
    ["a kind with most of the entries", { actions: actionsOf("sign-in") }],
    ["a rare action", { actions: ["SSN corrected"], ...long }],
    ["an action that never happened", { actions: ["demo begun"] }],
    ["a rare action of a busy person", { ...person(busy), actions: ["SSN corrected"], ...long }],
    ["what a busy person never did", { ...person(busy), actions: ["gifts sent"], ...before }],
    [
      "a frequent kind of a person with few entries",
      { ...person(rare), actions: actionsOf("sign-in") },
    ],
    ["a busy account's history", { ...person(busy, "subject"), ...all }],
    ["an account's history without entries", { ...person(999, "subject"), ...all, ...before }],
  ];
  test.each(filters)("%s", async (_, filter) => {
    const { scans, read } = await planOf(filter);
    expect(scans).toEqual([]);
    // A page of each list that is merged, and the first entry of each month in each of them.
    const lists = (filter.person?.as === "either" ? 2 : 1) * (filter.actions?.length ?? 1);
    expect(read).toBeLessThan(lists * (months.length + 4) + 10 * limit);
  });

  test("only the months of the range are read", async () => {
    const { partitions } = await planOf({ days: { start: "2026-03-02", end: "2026-04-03" } });
    // The newest of these months fills the page. The partition of strays has no entry of theirs.
    expect([...partitions]).toEqual(["audit_trail_2026_04"]);
  });
});
