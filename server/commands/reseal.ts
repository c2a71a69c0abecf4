import { reseal } from "../crypto/reseal.ts";
import { createVault } from "../crypto/vault.ts";
import { StartError } from "../start-error.ts";
import { openDatabaseForCommand, runCommand } from "./database.ts";

/**
 * Encrypts SSNs and PINs again with the first of DATA_KEYS. Then the keys between the first and the
 * last can be removed. Works with a running portal. If it is killed, run it again.
 */
await runCommand(async () => {
  if (process.argv.length > 2) throw new StartError("Usage: npm run reseal");
  const { db, env, close } = await openDatabaseForCommand();
  try {
    const { resealed, unreadable, left } = await reseal(db.pool, createVault(env.DATA_KEYS));
    console.log(`${resealed} values encrypted again with the first of DATA_KEYS`);
    for (const place of unreadable) console.error(`${place} cannot be decrypted`);
    if (left > 0) {
      throw new StartError(
        `${left} values are encrypted with other keys. Keep those keys, and run this again once every process has these DATA_KEYS`,
      );
    }
    console.log("No value is encrypted with another key");
  } finally {
    await close();
  }
});
