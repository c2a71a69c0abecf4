import { newPassword } from "../../shared/password-field.ts";
import { hashPassword } from "../crypto/passwords.ts";
import { setPassword } from "../features/sessions/passwords.ts";
import { writeAudit } from "../http/audit.ts";
import { StartError } from "../start-error.ts";
import { askPassword } from "./ask-password.ts";
import { openDatabaseForCommand, runCommand } from "./database.ts";

const usage =
  "Usage: npm run manager -- password USERNAME\n" +
  "       npm run manager -- shut-out USERNAME\n" +
  "The password is read from MANAGER_PASSWORD or asked for.";

/**
 * Sets a manager's password, or takes it away: whoever has none can neither sign in nor have a link
 * mailed. Either ends all of the manager's sessions at once, beside a running portal.
 */
await runCommand(async () => {
  const [verb, username, ...others] = process.argv.slice(2);
  if (!username || others.length > 0 || (verb !== "password" && verb !== "shut-out")) {
    throw new StartError(usage);
  }
  const password = verb === "password" ? newPassword.safeParse(await askPassword()) : null;
  if (password?.success === false) {
    throw new StartError(password.error.issues.map(({ message }) => message).join("\n"));
  }
  const { db, close } = await openDatabaseForCommand();
  try {
    const passwordHash = password && (await hashPassword(password.data));
    const name = await db.sql.transaction(async (trx) => {
      const manager = await trx("users")
        .where({ role: "manager" })
        .whereRaw("lower(username) = lower(?)", [username.trim()])
        .first("id", "username");
      if (!manager) throw new StartError("No manager has this username");
      await setPassword(trx, { userId: manager.id, passwordHash, at: new Date() });
      await writeAudit(trx, {
        actorId: null,
        action: password ? "password set" : "manager shut out",
        subjectId: manager.id,
        requestId: null,
      });
      return manager.username;
    });
    console.log(
      password
        ? `Manager ${name} can sign in with the new password`
        : `Manager ${name} is shut out; "npm run manager -- password" lets in again`,
    );
  } finally {
    await close();
  }
});
