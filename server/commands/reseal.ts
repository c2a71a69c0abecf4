import { reseal } from "../crypto/reseal.ts";
import { createVault } from "../crypto/vault.ts";
import { StartError } from "../start-error.ts";
import { openDatabaseForCommand, runCommand } from "./database.ts";

/**
 * Encrypts SSNs and PINs again under the first of DATA_KEYS, so that a key between the first and
 * the last can be removed. Works with a running portal; if killed, run it again.
 */
await runCommand(async () => {
  if (process.argv.length > 2) throw new StartError("Usage: npm run reseal");
  const { db, env, close } = await openDatabaseForCommand();
  try {
    const { resealed, unreadable, left } = await reseal(db.pool, createVault(env.DATA_KEYS));
    console.log(`${resealed} values sealed anew under the first of DATA_KEYS`);
    for (const place of unreadable) console.error(`${place} does not open`);
    if (left > 0) {
      throw new StartError(
        `${left} values are under other keys: keep those, and run this again once every process has these DATA_KEYS`,
      );
    }
    console.log("Nothing is sealed under another key");
  } finally {
    await close();
  }
});
