import type { Knex } from "knex";

/** Stores the data of jobs that failed for good, so that they can be retried. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table failed_jobs
      -- Null where it may name a stranger, and in rows from before this migration.
      add column data jsonb,
      add column retried_at timestamptz;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("alter table failed_jobs drop column data, drop column retried_at");
}
