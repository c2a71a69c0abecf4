import type { Knex } from "knex";

/** The imported psychics who were invited to set a first password. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table invitations (
      user_id integer primary key references users,
      letters smallint not null default 1 check (letters > 0),
      invited_at timestamptz not null,
      link_days smallint not null check (link_days between 1 and 60)
    );
    comment on table invitations is
      'Imported psychics whom a letter invites to set a first password.';
    comment on column invitations.letters is 'How many letters so far; the last one counts.';
    comment on column invitations.link_days is 'How long the link of the last letter lives.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("drop table invitations");
}
