import type { Knex } from "knex";

/** Changes of e-mail addresses, so that the owner of the old address can undo one for 7 days. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table email_changes (
      id integer generated always as identity primary key,
      user_id integer not null references users,
      old_email text not null,
      changed_at timestamptz not null,
      -- Until when the old address may undo the change; null: it may not (a manager's change).
      undo_until timestamptz,
      -- Hash of the token in the letter to the old address; null until that letter is written.
      token_hash bytea unique,
      -- When it was undone, or an earlier change was, or a manager set another address.
      ended_at timestamptz
    );
    create index email_changes_user on email_changes (user_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("drop table email_changes");
}
