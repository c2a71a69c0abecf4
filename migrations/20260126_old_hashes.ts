import type { Knex } from "knex";

/**
 * An index for sign-ins. Each asks for some account with a hash of an old system; usually there is
 * none.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index users_old_hash on users (id) where password_hash not like '$argon2id$%';
    comment on column users.password_hash is
      'Null: this user cannot sign in. An imported one is that of an old system until its owner signs in.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    comment on column users.password_hash is 'Null: this user cannot sign in.';
    drop index users_old_hash;
  `);
}
