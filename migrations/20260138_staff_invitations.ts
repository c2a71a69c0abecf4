import type { Knex } from "knex";

/** Letters invite new staff as they invite imported psychics. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`comment on table invitations is
    'New staff and imported psychics whom a letter invites to set a first password.'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`comment on table invitations is
    'Imported psychics whom a letter invites to set a first password.'`);
}
