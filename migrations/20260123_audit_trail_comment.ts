import type { Knex } from "knex";

/** A comment that was not true: the trail leaves out some actions, such as problem reports. */
const before =
  "Audit trail: every action, its actor and the account it affects. Insert-only for two years.";
const after = "What was done, by whom, and to which account. Insert-only for two years.";

/** docs/data-model.md and server/db/tables.ts read it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`comment on table audit_trail is '${after}'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`comment on table audit_trail is '${before}'`);
}
