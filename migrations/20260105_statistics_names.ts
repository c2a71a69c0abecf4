import type { Knex } from "knex";

/**
 * Each process caches the statistics, with the psychics' names, until the next refresh. This
 * counter changes in the transaction that changes a psychic's name or extension, so that no process
 * answers with the old one.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table statistics_state add column names integer not null default 0;
    create function statistics_names_changed() returns trigger language plpgsql as $$
    begin
      update statistics_state set names = names + 1 where single;
      return null;
    end $$;
    create trigger statistics_names_changed after update of username on users
      for each row when (new.role = 'psychic' and new.username is distinct from old.username)
      execute function statistics_names_changed();
    create trigger statistics_names_changed after update of extension on psychics
      for each row when (new.extension is distinct from old.extension)
      execute function statistics_names_changed();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger statistics_names_changed on psychics;
    drop trigger statistics_names_changed on users;
    drop function statistics_names_changed();
    alter table statistics_state drop column names;
  `);
}
