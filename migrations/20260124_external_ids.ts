import type { Knex } from "knex";

/** Psychics keep their id of an old system, and an import counts what was there already. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table psychics add column external_id text
      constraint psychics_external_id_key unique
      check (length(external_id) between 1 and 64);
    comment on column psychics.external_id is
      'The id in the system from which the psychic was imported.';
    comment on column logins.external_id is
      'The platform''s id of a phone log-on, or the id of an imported login.';
    alter table imports add column rows_known bigint not null default 0;
    comment on column imports.rows_known is 'Rows that were there already.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table imports drop column rows_known;
    comment on column logins.external_id is 'The platform''s id of a phone log-on.';
    alter table psychics drop column external_id;
  `);
}
