import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import knex, { type Knex } from "knex";
import { exampleBrands } from "#shared/reference/example-brands.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { type MailReceiver, openMailReceiver } from "#tests/support/mail-receiver.ts";
import { makeManager } from "#tests/support/people.ts";
import { dataFolder, endProcesses, startPortal } from "#tests/support/portal-process.ts";

/** A portal with an operator's brands, which sends its mail through a mail server. */
export interface MailingPortal {
  /** The URL of a path on a brand's host. */
  at(host: "cos.localhost" | "onesun.localhost", path: string): string;
  sql: Knex;
  mail: MailReceiver;
  close(): Promise<void>;
}

/** Starts a portal for one test file. Its only users are a manager of each brand. */
export async function openMailingPortal(): Promise<MailingPortal> {
  const mail = await openMailReceiver();
  const database = await createTestDatabase();
  const sql = knex({ client: "pg", connection: database.url, pool: { min: 0, max: 2 } });
  await makeManager(sql, { brand: "cos" });
  await makeManager(sql, { brand: "onesun" });
  const dataDir = await dataFolder();
  // Chromium resolves these hosts to this machine, so links in the mail work.
  const brandsFile = join(dataDir, "brands.json");
  const entries = exampleBrands.map(({ key, ...settings }) => [key, settings]);
  await writeFile(brandsFile, JSON.stringify(Object.fromEntries(entries)));
  const { port } = await startPortal({
    env: {
      NODE_ENV: "test",
      BRANDS_FILE: brandsFile,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SMTP_URL: mail.url,
      TRUST_PROXY: "0",
    },
  });
  return {
    at: (host, path) => `http://${host}:${port}${path}`,
    sql,
    mail,
    async close() {
      await endProcesses();
      await sql.destroy();
      await mail.close();
      await database.drop();
    },
  };
}
