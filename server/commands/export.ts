import { createVault } from "../crypto/vault.ts";
import { exportFiles } from "../features/export/export-files.ts";
import { exportedNames } from "../features/export/exported-kinds.ts";
import { openFileStores } from "../open-file-stores.ts";
import { StartError } from "../start-error.ts";
import { openDatabaseForCommand, runCommand } from "./database.ts";

const usage =
  `Usage: npm run export -- ${exportedNames.join("|")}|all FOLDER [--with-secrets]   ` +
  "(secrets: PINs, SSNs and password hashes)";

/**
 * Writes the portal's data into a folder, as files that `npm run import` reads. Works with a running
 * portal, and shows the data of one moment.
 */
await runCommand(async () => {
  const given = process.argv.slice(2);
  const words = given.filter((word) => word !== "--with-secrets");
  const withSecrets = words.length < given.length;
  const [kind, folder, ...others] = words;
  const names = exportedNames.filter((name) => kind === "all" || kind === name);
  if (names.length === 0 || !folder || others.length > 0 || folder.startsWith("--")) {
    throw new StartError(usage);
  }
  const { db, env, close } = await openDatabaseForCommand();
  try {
    const { files } = openFileStores(env);
    const vault = createVault(env.DATA_KEYS);
    const missing = await exportFiles({ db, vault, files }, names, folder, {
      withSecrets,
      onFile: (name, rows) => console.log(`${rows.toLocaleString("en-US")} ${name}`),
    });
    if (missing > 0) console.log(`${missing} pictures have no file and were left out`);
    if (withSecrets && names.includes("psychics")) {
      console.log("psychics.csv holds PINs, SSNs and password hashes: delete it after use");
    }
  } finally {
    await close();
  }
});
