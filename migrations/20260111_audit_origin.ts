import type { Knex } from "knex";

/** Where the request of an audit row came from, and how often the action happened in its hour. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table audit_trail
      -- Truncated: IPv4 to /24, IPv6 to /48.
      add column address text,
      -- A family only, such as "Chrome on Android".
      add column browser text;

    -- The trail is insert-only and has one row an hour for each frequent action; this table counts
    -- how often it happened.
    create table audit_hours (
      actor_id integer not null,
      action text not null,
      -- What it was about: a route, or the id of a psychic.
      about text not null,
      hour timestamptz not null,
      times integer not null default 1,
      primary key (actor_id, action, about, hour)
    );
    create index audit_hours_age on audit_hours (hour);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table audit_hours;
    alter table audit_trail drop column browser, drop column address;
  `);
}
