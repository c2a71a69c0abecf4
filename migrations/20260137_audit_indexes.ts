import type { Knex } from "knex";

/**
 * Indexes for each way in which the audit trail is filtered. In a database that is used, the trail
 * may have millions of rows: there a job makes the indexes (server/db/partitions/add-indexes.ts).
 */
const indexes = {
  audit_trail_action: "(action, at, id)",
  audit_trail_actor: "(actor_id, at, id)",
  audit_trail_actor_action: "(actor_id, action, at, id)",
  audit_trail_subject_action: "(subject_id, action, at, id)",
};

export async function up(knex: Knex): Promise<void> {
  const { rows } = await knex.raw(
    "select exists (select from users) or exists (select from audit_trail) as used",
  );
  if (rows[0].used) return;
  for (const [name, columns] of Object.entries(indexes)) {
    await knex.raw(`create index ${name} on audit_trail ${columns}`);
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop index if exists ${Object.keys(indexes).join(", ")}`);
}
