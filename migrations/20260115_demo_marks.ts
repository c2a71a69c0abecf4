import type { Knex } from "knex";

/** Every start asks whether the database holds the demo: that must not read the whole trail. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index audit_trail_demo on audit_trail (action)
      where action in ('demo begun', 'demo made')
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("drop index audit_trail_demo");
}
