import type { Knex } from "knex";

/** Every start looks in the audit trail for the demo: an index saves reading the whole trail. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index audit_trail_demo on audit_trail (action)
      where action in ('demo begun', 'demo made')
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("drop index audit_trail_demo");
}
