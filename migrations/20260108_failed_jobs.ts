import type { Knex } from "knex";

/** Stores jobs that failed for good, because the queue deletes them, some within the hour. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table failed_jobs (
      id uuid primary key,
      job text not null,
      failed_at timestamptz not null,
      -- The kind of the last error, never a text that quotes a value.
      error text
    );
    create index failed_jobs_age on failed_jobs (failed_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("drop table failed_jobs");
}
