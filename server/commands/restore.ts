import { parseArgs } from "node:util";
import { explainFailure } from "#server/explain-failure.ts";
import { readBackupKeys } from "../backup/backup-keys.ts";
import { openBackup, verifyFiles } from "../backup/manifest.ts";
import { describeAmount } from "../backup/report.ts";
import { requireRestorable } from "../backup/restorable.ts";
import { restoreBackup } from "../backup/restore-backup.ts";
import { openDatabase } from "../db/open.ts";
import { readEnv } from "../env.ts";
import { openProgressLine } from "../features/import/progress-line.ts";
import { StartError } from "../start-error.ts";
import { runCommand } from "./database.ts";

/** @throws StartError with the usage. */
function readOrder(): { folder: string; withoutDataKeys: boolean } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { "without-data-keys": { type: "boolean", default: false } },
    });
    const [folder, ...others] = positionals;
    if (folder && others.length === 0) {
      return { folder, withoutDataKeys: values["without-data-keys"] };
    }
  } catch {}
  throw new StartError("Usage: npm run restore -- FOLDER [--without-data-keys]");
}

/**
 * Fills an empty database and an empty files folder from a backup: `npm run restore -- FOLDER`, where
 * FOLDER is a backup, or contains backups: then it takes the newest. If it is killed, run it again.
 */
await runCommand(async () => {
  const { folder, withoutDataKeys } = readOrder();
  const env = readEnv();
  const keys = await readBackupKeys(env.BACKUP_KEY);
  const started = performance.now();
  const backup = await openBackup(folder, keys);
  const { manifest } = backup;
  await requireRestorable(backup, env, { withoutDataKeys });
  console.error(`Checking ${backup.folder}`);
  await verifyFiles(backup);
  const { url, stop } = await openDatabase(env, () => {});
  try {
    const total = manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
    const line = openProgressLine(process.stderr, () => 0);
    const report = await explainFailure(backup.folder, () =>
      restoreBackup(backup, env, url, {
        onStart: (database) =>
          console.error(
            `Filling the database ${database} from ${manifest.database}, as it was at ${manifest.takenAt}`,
          ),
        onRows: (rows) => line.show(rows / total, rows),
      }),
    ).finally(() => line.end());
    for (const name of report.foreign) {
      console.error(
        `${name} was not restored: it is in the backup, but it is not a table of the portal`,
      );
    }
    if (manifest.files.missing.length > 0) {
      const names = manifest.files.missing.join(", ");
      console.error(`Pictures that were missing when the backup was made: ${names}`);
    }
    if (manifest.files.inBucket) {
      console.log("The backup has no pictures or recordings: they were in the bucket");
    }
    if (report.migrations.length > 0) {
      console.log(`${report.migrations.length} migrations of this release were applied`);
    }
    if (!report.withSessions) {
      console.log("SESSION_SECRET is not the backup's: everybody has to sign in again");
    }
    console.log(describeAmount(manifest, "restored", started));
  } finally {
    await stop();
  }
});
