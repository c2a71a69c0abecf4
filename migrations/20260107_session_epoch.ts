import type { Knex } from "knex";

/**
 * A change of role or password ends every session of the user, even if somebody makes it in SQL and
 * forgets the epoch. If the statement raises the epoch itself, the trigger does not raise it again.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function users_raise_epoch() returns trigger language plpgsql as $$
    begin
      new.session_epoch := greatest(new.session_epoch, old.session_epoch + 1);
      return new;
    end $$;
    create trigger users_raise_epoch before update on users
      for each row when (new.role is distinct from old.role
        or new.password_hash is distinct from old.password_hash)
      execute function users_raise_epoch();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger users_raise_epoch on users;
    drop function users_raise_epoch();
  `);
}
