import type { Knex } from "knex";

/**
 * Hours of every second week. Processes of the earlier release insert without the column, which
 * means every week. To check the new column takes milliseconds: a psychic has some ten rows.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table schedule_segments
      add column weeks text check (weeks in ('A', 'B'));
    comment on column schedule_segments.weeks is
      'Hours of every second week: A is the week of Sunday 2026-01-04, B the one after it. Null: every week.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("alter table schedule_segments drop column weeks");
}
