// Measures a backup and a restore of READINGS readings and RECORDINGS incompressible recordings of
// 1 MB: the time, and MB a second before compression.
//
//   node scripts/launch.mjs run tests/bench/backup.ts [READINGS] [RECORDINGS]
//
// The defaults are 1,000,000 and 0. It gates nothing. BENCH_DATABASE_URL is a PostgreSQL database
// whose user may create databases. Without it, the embedded PostgreSQL runs in .data/bench.
import { randomBytes } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { newBackupKey, readBackupKeys } from "#server/backup/backup-keys.ts";
import { openBackup, verifyFiles } from "#server/backup/manifest.ts";
import { describeAmount } from "#server/backup/report.ts";
import { restoreBackup } from "#server/backup/restore-backup.ts";
import { takeBackup } from "#server/backup/take-backup.ts";
import { startEmbedded } from "#server/db/embedded.ts";
import { connectTo, withDatabase } from "../support/database.ts";
import { benchDatabase } from "./data.ts";

const [readings = 1_000_000, recordings = 0] = process.argv.slice(2).map(Number);
const say = (line: string) => console.log(line);

const given = process.env.BENCH_DATABASE_URL;
const server = given
  ? { url: given, stop: async () => {} }
  : await startEmbedded({ dataDir: ".data/bench", log: say });
const home = join(".data", "bench-backup");
const admin = await connectTo(server.url);
const target = "portal_bench_restored";
try {
  const { url } = await benchDatabase(server.url, readings, say);
  const day = join(home, "from/files/recordings/20260301");
  await mkdir(day, { recursive: true });
  await mkdir(join(home, "backups"));
  for (let n = 0; n < recordings; n++) {
    await writeFile(join(day, `c${n}.wav`), randomBytes(1_000_000));
  }
  const env = {
    BACKUP_KEY: await newBackupKey(),
    DATA_KEYS: `b1:${Buffer.alloc(32, 1).toString("base64")}`,
    SESSION_SECRET: "a-secret-of-the-benchmark-long-enough-for-the-rule",
  };
  const from = { ...env, dataDir: join(home, "from") };
  const to = { ...env, dataDir: join(home, "to") };

  let started = performance.now();
  const { folder, manifest } = await takeBackup(from, url, join(home, "backups"), "bench");
  say(describeAmount(manifest, "backed up", started));

  await admin.query(`drop database if exists ${target} with (force)`);
  await admin.query(`create database ${target}`);
  started = performance.now();
  const backup = await openBackup(folder, await readBackupKeys(env.BACKUP_KEY));
  await verifyFiles(backup);
  await restoreBackup(backup, to, withDatabase(server.url, target), {
    onStart: () => {},
    onRows: () => {},
  });
  say(describeAmount(manifest, "restored", started));
} finally {
  await admin.query(`drop database if exists ${target} with (force)`);
  await admin.end();
  await server.stop();
  await rm(home, { recursive: true, force: true });
}
