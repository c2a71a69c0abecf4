import type { Knex } from "knex";

/** Which text of each definition in server/db/definitions.ts this database has. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table sql_definitions (
      name text primary key,
      version integer not null,
      hash text not null
    );
    comment on table sql_definitions is
      'Which version of the functions that are defined beside their feature the database has.';
    comment on column sql_definitions.version is
      'A process with a lower one leaves the definition alone.';
    comment on column sql_definitions.hash is 'SHA-256 of the text that was run.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  // Later definitions created more functions than those that 20260104_ingest drops by name.
  await knex.raw(`
    do $$
    declare later regprocedure;
    begin
      for later in select oid from pg_proc
         where pronamespace = 'public'::regnamespace
           and (proname = 'ingest_readings' and pronargs > 18
             or proname = 'ingest_any_readings' and pronargs > 17)
      loop
        execute 'drop function ' || later;
      end loop;
    end $$;
    drop table sql_definitions;
  `);
}
