import type { Knex } from "knex";

/**
 * An index for the psychic's screen, which asks each minute for booked calls that were taken early.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index scheduled_calls_taken on scheduled_calls (psychic_id, at) where status = 'done'
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("drop index scheduled_calls_taken");
}
