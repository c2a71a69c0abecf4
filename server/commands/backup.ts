import { createRequire } from "node:module";
import { explainFailure } from "#server/explain-failure.ts";
import { newBackupKey } from "../backup/backup-keys.ts";
import { describeAmount } from "../backup/report.ts";
import { takeBackup } from "../backup/take-backup.ts";
import { openProgressLine } from "../features/import/progress-line.ts";
import { StartError } from "../start-error.ts";
import { openDatabaseForCommand, runCommand } from "./database.ts";

const { version } = createRequire(import.meta.url)("../../package.json");

/**
 * Makes an encrypted copy of the database and the files in a new folder below FOLDER:
 * `npm run backup -- FOLDER`. Works with a running portal. If it is killed, run it again.
 */
await runCommand(async () => {
  const [folder, ...others] = process.argv.slice(2);
  if (folder === "--new-key" && others.length === 0) {
    console.log(await newBackupKey());
    return;
  }
  if (!folder || folder.startsWith("--") || others.length > 0) {
    throw new StartError("Usage: npm run backup -- FOLDER, or --new-key");
  }
  const { env, url, close } = await openDatabaseForCommand();
  try {
    const started = performance.now();
    const line = openProgressLine(process.stderr, () => 0);
    const { folder: made, manifest } = await explainFailure(folder, () =>
      takeBackup(env, url, folder, version, (part, rows) => line.show(part, rows)),
    ).finally(() => line.end());
    console.log(`${describeAmount(manifest, "backed up", started)}: ${made}`);
    const { missing, inBucket } = manifest.files;
    if (inBucket)
      console.log("The pictures and recordings are in the bucket, and not in the backup");
    if (missing.length === 0) return;
    for (const name of missing) console.error(`Missing: ${name}`);
    throw new StartError(
      `The backup lacks only these pictures, because they are not in ${env.dataDir}/files. ` +
        `The backup is ${made}`,
    );
  } finally {
    await close();
  }
});
