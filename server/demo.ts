import pg from "pg";
import { seedDemo } from "#seeds/demo.ts";
import { hashPassword } from "./crypto/passwords.ts";
import { advisoryLocks } from "./db/advisory-locks.ts";
import { connect } from "./db/connection.ts";
import { migrate } from "./db/migrate.ts";
import { demoState, hasOnlySeedRows } from "./demo-state.ts";
import { writeAudit } from "./http/audit.ts";
import type { Services } from "./services.ts";

/**
 * Fills an empty database with the demo. If an earlier start was killed while it seeded, its rows
 * are removed first, but only if the database contains nothing else (B4).
 */
export async function seedWhenEmpty(
  databaseUrl: string,
  services: Services,
  say: (line: string) => void,
): Promise<void> {
  const { vault, files, clock } = services;
  // Not the pools of requests: some statements here take longer than those may.
  const db = connect(databaseUrl, { onError: () => {}, poolSize: 4 });
  const lock = new pg.Client({ connectionString: databaseUrl });
  lock.on("error", () => {});
  await lock.connect();
  try {
    await lock.query("select pg_advisory_lock($1)", [advisoryLocks.demoSeed]);
    const state = await demoState(lock);
    if (state === "whole" || state === "other data") return;
    if (state === "half made") {
      if (!(await hasOnlySeedRows(lock))) {
        say(
          "An earlier start created only part of the demo, and other data was added later. Nothing was removed",
        );
        return;
      }
      await migrate(databaseUrl, "empty");
      await migrate(databaseUrl);
    }
    const note = (action: "demo begun" | "demo made") =>
      writeAudit(db.sql, { actorId: null, action, subjectId: null, trace: null });
    await note("demo begun");
    await seedDemo({ db, vault, files, hashPassword, today: clock(), log: say });
    await note("demo made");
  } finally {
    await Promise.all([lock.end(), db.close()]);
  }
}
