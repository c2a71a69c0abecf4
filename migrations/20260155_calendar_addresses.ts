import type { Knex } from "knex";

/**
 * A psychic's calendar program reads the schedule and the booked calls under a secret address. No
 * foreign key: a new one would lock the psychics.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table calendar_addresses (
      psychic_id integer primary key,
      secret_hash bytea not null unique,
      created_at timestamptz not null,
      read_at timestamptz
    );
    comment on table calendar_addresses is
      'The secret addresses under which calendar programs read a psychic''s hours and booked calls.';
    comment on column calendar_addresses.secret_hash is
      'SHA-256 of the secret in the address. The portal shows the address only once.';
    comment on column calendar_addresses.read_at is
      'When a program last read the calendar, precise to the hour.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("drop table calendar_addresses");
}
