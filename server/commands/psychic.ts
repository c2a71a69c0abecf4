import type { Knex } from "knex";
import { ssnField } from "#shared/sign-up-fields.ts";
import { createVault } from "../crypto/vault.ts";
import { correctPayDay, correctSsn } from "../features/psychics/correct-psychic.ts";
import { StartError } from "../start-error.ts";
import { askSecret } from "./ask-secret.ts";
import { openDatabaseForCommand, runCommand } from "./database.ts";

const usage =
  "Usage: npm run psychic -- pay-day USERNAME DAY   (1 Sunday to 7 Saturday)\n" +
  "       npm run psychic -- ssn USERNAME           (asks for it)";

async function findPsychic(sql: Knex, username: string): Promise<{ id: number; name: string }> {
  const psychic = await sql("users")
    .where({ role: "psychic" })
    .whereRaw("lower(username) = lower(?)", [username.trim()])
    .first("id", "username as name");
  if (!psychic) throw new StartError("No psychic has this username");
  return psychic;
}

/**
 * Never from an argument: shells store those in their history, and every user of the machine sees
 * them.
 */
async function readSsn(): Promise<string> {
  const given = await askSecret("SSN (9 digits): ");
  const parsed = ssnField.safeParse(given);
  if (!parsed.success) throw new StartError(parsed.error.issues[0]?.message ?? "SSN is invalid");
  // We ask twice, because the input is invisible and nobody would notice a typing mistake later.
  if (process.stdin.isTTY && ssnField.parse(await askSecret("Repeat the SSN: ")) !== parsed.data) {
    throw new StartError("The two SSNs differ");
  }
  return parsed.data;
}

/** Corrects what no screen can change. Works with a running portal. */
await runCommand(async () => {
  const [verb, username, day, ...others] = process.argv.slice(2);
  const isPayDay = verb === "pay-day" && /^[1-7]$/.test(day ?? "");
  const isSsn = verb === "ssn" && day === undefined;
  if (!username || others.length > 0 || !(isPayDay || isSsn)) throw new StartError(usage);
  const { db, env, close } = await openDatabaseForCommand();
  try {
    const { id, name } = await findPsychic(db.sql, username);
    if (isPayDay) {
      await db.sql.transaction((trx) => correctPayDay(trx, id, Number(day)));
      console.log(
        `The pay day of ${name} is now ${day}. Browsers that are signed in show it after a reload`,
      );
      return;
    }
    const ssn = await readSsn();
    const vault = createVault(env.DATA_KEYS);
    const { linked, requiresApproval } = await db.sql.transaction((sql) =>
      correctSsn({ sql, vault }, id, ssn),
    );
    console.log(`The SSN of ${name} was corrected`);
    if (linked.length > 0) {
      console.log(`Linked with these blacklisted accounts: ${linked.join(", ")}`);
      console.log(`The account ${requiresApproval ? "requires" : "still requires no"} approval`);
    }
  } finally {
    await close();
  }
});
