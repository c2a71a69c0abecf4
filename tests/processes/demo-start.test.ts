import { connect as dial } from "node:net";
import { beforeEach, describe, expect, test } from "vitest";
import { makeContact } from "#seeds/builders/contact.ts";
import { connect, type Database } from "#server/db/connection.ts";
import { demoState, demoStateText, hasOnlySeedRows } from "#server/demo-state.ts";
import { pruneAuditTrail } from "#server/http/audit.ts";
import type { Services } from "#server/services.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { makeManager } from "../support/people.ts";
import { endProcesses, spawnPortal, startPortal } from "../support/portal-process.ts";

// A process may start slowly on a busy machine.
let database: TestDatabase;
let db: Database;
beforeEach(async () => {
  database = await createTestDatabase();
  db = connect(database.url, { onError: () => {}, poolSize: 2 });
  return async () => {
    // Kills the processes: a clean stop is slow, and no test here needs it.
    await endProcesses();
    await db.close();
    await database.drop();
  };
});

const addAudit = (action: string) => db.sql("audit_trail").insert({ action });
const development = (env: Record<string, string | undefined> = {}) => ({
  env: { NODE_ENV: undefined, DATABASE_URL: database.url, ...env },
});

const acceptsConnections = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = dial({ host, port }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });

describe("a half-made demo (B4)", () => {
  beforeEach(() => addAudit("demo begun"));

  test("has only seed rows until someone else writes", async () => {
    expect([await demoState(db.pool), await hasOnlySeedRows(db.pool)]).toEqual(["half made", true]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ["a manager", () => makeManager(db.sql, { email: "real@person.test" })],
    ["an application", () => makeContact(db.sql, { email: "real@person.test" })],
    ["an action in the audit trail", () => addAudit("manager created")],
    [
      "a row in a table that the seed leaves empty",
      () => db.sql("platform_events").insert({ id: "e1", type: "readings.recorded" }),
    ],
  ])("has other rows as soon as there is %s", async (_, write) => {
    await write();
    expect(await hasOnlySeedRows(db.pool)).toBe(false);
  });

  test("is not emptied after someone else wrote, even with DEMO=1", async () => {
    const { id } = await makeManager(db.sql, { email: "real@person.test" });
    const portal = await startPortal(development({ DEMO: "1" }));
    expect(portal.output()).toContain("Nothing was removed");
    expect(await db.sql("users").pluck("id")).toEqual([id]);
  });
});

// settings.test.ts tests when the portal makes a demo.
test("a database given as DATABASE_URL gets no demo (B4)", async () => {
  const portal = await startPortal(development());
  expect(portal.output()).not.toContain("manager-demo");
  expect(await demoState(db.pool)).toBe("empty");
});

test("a start finds the demo's audit rows by an index (B4)", async () => {
  await db.sql.transaction(async (trx) => {
    await trx.raw("set local enable_seqscan = off");
    const { rows } = await trx.raw(`explain ${demoStateText}`);
    const plan = JSON.stringify(rows);
    // The index of each month, whose name PostgreSQL makes.
    expect(plan).toMatch(/using audit_trail_\w+_action_idx/);
    expect(plan).not.toContain("Seq Scan on audit_trail");
  });
});

describe("a demo, whose passwords are known (B4)", () => {
  beforeEach(async () => {
    await addAudit("demo begun");
    await addAudit("demo made");
  });

  test("is still recognized after the audit trail's two years", async () => {
    const threeYearsAgo = new Date(Date.now() - 3 * 365 * 86_400_000);
    const old = ["demo begun", "demo made", "signed in"].map((action) => ({
      action,
      at: threeYearsAgo,
    }));
    await db.sql("audit_trail").insert(old);
    await pruneAuditTrail.prune({ db } as Services, new Date());
    const left = await db.sql("audit_trail").where("at", threeYearsAgo).pluck("action");
    expect(left.sort()).toEqual(["demo begun", "demo made"]);
  });

  test.each(["development", "production"])(
    "accepts connections only from this machine: %s",
    async (mode) => {
      const NODE_ENV = mode === "production" ? mode : undefined;
      const { port } = await startPortal(development({ NODE_ENV }));
      expect(await acceptsConnections("127.0.0.1", port)).toBe(true);
      expect(await acceptsConnections("localhost", port)).toBe(true);
      // A server that listens on all interfaces answers on every address of 127.0.0.0/8.
      expect(await acceptsConnections("127.0.0.2", port)).toBe(false);
    },
  );

  test("accepts connections from everywhere with DEMO=1", async () => {
    const { port } = await startPortal(development({ DEMO: "1" }));
    expect(await acceptsConnections("127.0.0.2", port)).toBe(true);
  });

  test("is not served at an https address without DEMO=1", async () => {
    const env = { PUBLIC_URL: "https://portal.test" };
    const { code, errors } = await (await spawnPortal(development(env))).ended;
    expect([code, errors.trimEnd()]).toEqual([
      1,
      expect.stringContaining("Set DEMO=1 to serve it"),
    ]);
    await startPortal(development({ ...env, DEMO: "1" }));
  });
});
