import pg from "pg";
import { seedDemo } from "../seeds/demo.ts";
import { hashPassword } from "./crypto/passwords.ts";
import { migrate } from "./db/migrate.ts";
import { writeAudit } from "./http/audit.ts";
import type { Services } from "./services.ts";

/** Any number; of several processes that start at once, one seeds and the others wait. */
const seedLock = 7_263_003;

/**
 * Fills an empty database with the demo. One that a killed start left half made is emptied first:
 * the portal never served it.
 */
export async function seedWhenEmpty(
  databaseUrl: string,
  services: Services,
  say: (line: string) => void,
): Promise<void> {
  const { db, vault, files, clock } = services;
  const lock = new pg.Client({ connectionString: databaseUrl });
  lock.on("error", () => {});
  await lock.connect();
  try {
    await lock.query("select pg_advisory_lock($1)", [seedLock]);
    const { rows } = await lock.query<{ any: boolean; torn: boolean }>(
      `select exists (select from users) as any,
              exists (select from audit_trail where action = 'demo begun')
                and not exists (select from audit_trail where action = 'demo made') as torn`,
    );
    const { any = false, torn = false } = rows[0] ?? {};
    if (any && !torn) return;
    if (torn) {
      await migrate(databaseUrl, "empty");
      await migrate(databaseUrl);
    }
    const note = (action: string) =>
      writeAudit(db.sql, { actorId: null, action, subjectId: null, requestId: null });
    await note("demo begun");
    await seedDemo({ db, vault, files, hashPassword, today: clock(), log: say });
    await note("demo made");
  } finally {
    await lock.end();
  }
}
