import { z } from "zod";
import { newPassword } from "#shared/password-field.ts";
import { brandKeys } from "#shared/reference/brands.ts";
import { newNames } from "#shared/sign-up-fields.ts";
import { hashPassword } from "../crypto/passwords.ts";
import { weaknessOf } from "../features/sessions/weak-password.ts";
import { writeAudit } from "../http/audit.ts";
import { StartError } from "../start-error.ts";
import { askPassword } from "./ask-secret.ts";
import { openDatabaseForCommand, runCommand } from "./database.ts";

const usage =
  "Usage: npm run create-manager -- USERNAME FIRST LAST EMAIL [BRAND]\n" +
  "The password is read from MANAGER_PASSWORD or asked for.";

const manager = z.object({
  ...newNames,
  email: z.email("Email is invalid").max(99, "Email is invalid"),
  brand: z.enum(brandKeys, `Brand must be one of ${brandKeys.join(", ")}`),
  password: newPassword,
});

/** Creates an owner: the first one of an installation (D6), or another. */
async function createManager(): Promise<void> {
  const [username, first, last, email, brand = "cos"] = process.argv.slice(2);
  if (!email) throw new StartError(usage);
  const parsed = manager.safeParse({
    username,
    first,
    last,
    email,
    brand,
    password: await askPassword(),
  });
  if (!parsed.success) {
    throw new StartError(parsed.error.issues.map(({ message }) => message).join("\n"));
  }
  const { password, ...fields } = parsed.data;
  const weakness = await weaknessOf(password, fields.username);
  if (weakness !== null) throw new StartError(weakness);
  const { db, close } = await openDatabaseForCommand();
  try {
    const passwordHash = await hashPassword(password);
    await db.sql.transaction(async (trx) => {
      // Managers enter their address themselves, on the profile screen.
      const [row] = await trx("users")
        .insert({
          ...fields,
          role: "manager",
          staff_role: "owner",
          password_hash: passwordHash,
          address1: "",
          postal_code: "",
          city: "",
          region: "",
          country: "US",
        })
        .onConflict(trx.raw("(lower(username))"))
        .ignore()
        .returning("id");
      if (!row) throw new StartError("Username is taken");
      await writeAudit(trx, {
        actorId: null,
        action: "manager created",
        subjectId: row.id,
        trace: null,
      });
    });
    console.log(`Manager ${fields.username} can sign in now`);
  } finally {
    await close();
  }
}

await runCommand(createManager);
