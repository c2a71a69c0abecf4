import { randomUUID } from "node:crypto";
import type { Knex } from "knex";
import { oneRow } from "#server/db/one-row.ts";

/** Replaces an erased person's name wherever a row needs one. */
export const erasedName = (kind: "psychic" | "customer", id: number) => `Erased ${kind} ${id}`;

/** Tables from which a psychic's rows are removed. The figures (readings, roll-ups, gifts) stay. */
const rowsOfUser = {
  user_id: [
    ...["phones", "agreements", "email_changes", "push_subscriptions", "push_settings"],
    ...["notifications", "passkeys", "code_apps", "recovery_codes", "password_links"],
    ...["invitations", "known_browsers", "sign_in_notices", "problems", "idempotency_keys"],
    ...["logins", "pictures"],
  ],
  psychic_id: [
    ...["profile_details", "listings", "schedule_segments", "schedule_exceptions"],
    ...["scheduled_calls", "call_answers", "calendar_addresses", "availability_questions"],
    "psychic_hours",
  ],
} as const;

/**
 * Removes a psychic from all tables but the audit trail, readings and gifts, which may have too many
 * rows for one transaction. It may run again, as after a restore.
 * @returns the names of the pictures whose files must go.
 */
export async function erasePsychic(trx: Knex, id: number, now: Date): Promise<string[]> {
  const pictures: string[] = await trx("pictures").where({ user_id: id }).pluck("name");
  await eraseQueued(trx, id);
  // Deliveries from after the erasure stay: they tell the platform that the account is closed.
  await trx.raw(
    `delete from deliveries d using psychics p
      where d.psychic_id = :id and p.user_id = :id
        and (p.erased_at is null or d.created_at < p.erased_at)`,
    { id },
  );
  // Also the notifications of a psychic from whom one of these calls was moved.
  await trx.raw(
    `delete from notifications
      where call_id in (select id from scheduled_calls where psychic_id = ?)`,
    [id],
  );
  for (const [column, tables] of Object.entries(rowsOfUser)) {
    for (const table of tables) await trx.raw(`delete from ${table} where ${column} = ?`, [id]);
  }
  await trx("sessions").where({ user_id: id }).update({ ended: true, sess: "{}" });
  await trx("availability").where({ psychic_id: id }).update({ code: "U", set_by: "portal" });
  await trx("users")
    .where({ id })
    .update({
      ...{ username: await freeName(trx, id), first: "Erased", last: `psychic ${id}` },
      ...{ email: `erased-${id}@erased.invalid`, password_hash: null, locked_at: null },
      ...{ address1: "", address2: null, postal_code: "", city: "", region: "" },
      session_epoch: trx.raw("session_epoch + 1"),
    });
  await trx("psychics")
    .where({ user_id: id })
    .update({
      ...{ ssn_sealed: null, ssn_index: null, pin_sealed: null, external_id: null },
      ...{ referral: null, referral_known: false, profile_reason: null, requires_approval: false },
      ...{
        permissions: [],
        auto_email: false,
        erased_at: trx.raw("coalesce(erased_at, ?)", [now]),
      },
    });
  return pictures;
}

/**
 * Somebody may have signed up as "Erased psychic 123". Running again keeps the name chosen the first
 * time.
 */
async function freeName(trx: Knex, id: number): Promise<string> {
  const name = erasedName("psychic", id);
  const before = await oneRow(trx("users").where({ id }).first("username"));
  if (before.username.startsWith(`${name}, `)) return before.username;
  const taken = await trx("users")
    .whereRaw("lower(username) = lower(?)", [name])
    .whereNot({ id })
    .first("id");
  return taken ? `${name}, ${randomUUID().slice(0, 8)}` : name;
}

/** Removes jobs about the psychic. Some have no id, but an address or a username. */
async function eraseQueued(trx: Knex, id: number): Promise<void> {
  const named = `with names as (
      select lower(username) as name from users where id = :id
      union select lower(email) from users where id = :id
      union select lower(old_email) from email_changes where user_id = :id
    )`;
  const isAbout = `data ->> 'userId' = :id::text or data ->> 'psychicId' = :id::text
    or lower(data ->> 'to') in (select name from names)
    or lower(data ->> 'email') in (select name from names)`;
  await trx.raw(`${named} delete from pgboss.job where ${isAbout}`, { id });
  await trx.raw(`${named} delete from failed_jobs where ${isAbout}`, { id });
}

/** Removes a customer's name. The platform owns the minutes; a blocked customer gets no gift. */
export async function eraseCustomer(trx: Knex, id: number, now: Date): Promise<void> {
  const username = erasedName("customer", id);
  await trx("customers")
    .where({ id })
    .update({ username, blocked: true, erased_at: trx.raw("coalesce(erased_at, ?)", [now]) });
  await trx("scheduled_calls").where({ customer_id: id }).update({ username });
}

/** Removes an applicant's submission and all others from the same mailbox. */
export async function eraseApplicant(trx: Knex, id: number): Promise<void> {
  const isTheirs = `lower(email) = (select lower(email) from contacts where id = :id)`;
  for (const table of ["pgboss.job", "failed_jobs"]) {
    await trx.raw(
      `delete from ${table} where (data ->> 'contactId') in
         (select id::text from contacts where ${isTheirs})`,
      { id },
    );
  }
  await trx.raw(`delete from contacts where ${isTheirs}`, { id });
}
