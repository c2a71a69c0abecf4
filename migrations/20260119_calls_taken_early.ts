import type { Knex } from "knex";

/** A psychic's screen asks each minute which booked calls have taken place before their time. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index scheduled_calls_taken on scheduled_calls (psychic_id, at) where status = 'done'
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("drop index scheduled_calls_taken");
}
