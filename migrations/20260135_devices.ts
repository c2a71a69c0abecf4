import type { Knex } from "knex";

/**
 * Users see their sessions, and get a letter when a browser signs in for the first time. Its link
 * locks the account until a new password is set. A trigger removes the lock, so that it also ends if
 * a process of the earlier release sets the password.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users add column locked_at timestamptz;
    comment on column users.locked_at is
      'When the owner said that a sign-in was somebody else''s. Until a new password is set, nobody can sign in. Nothing but signing in depends on it.';
    create function users_unlock() returns trigger language plpgsql as $$
    begin
      new.locked_at := null;
      return new;
    end $$;
    create trigger users_unlock before update on users
      for each row when (new.password_hash is distinct from old.password_hash)
      execute function users_unlock();

    create table known_browsers (
      user_id integer not null references users,
      browser_hash bytea not null,
      last_sign_in_at timestamptz not null,
      primary key (user_id, browser_hash)
    );
    create index known_browsers_age on known_browsers (last_sign_in_at);
    comment on table known_browsers is
      'Browsers that have signed in to an account. A sign-in from any other browser sends a letter.';
    comment on column known_browsers.browser_hash is
      'SHA-256 of the random name in the browser''s device cookie. A browser that a family shares has a row for each of its users.';
    comment on column known_browsers.last_sign_in_at is
      'When this user last signed in there.';

    create table sign_in_notices (
      id integer generated always as identity primary key,
      user_id integer not null references users,
      email text not null,
      browser text,
      place text,
      signed_in_at timestamptz not null,
      token_hash bytea unique,
      ended_at timestamptz
    );
    create index sign_in_notices_user on sign_in_notices (user_id);
    create index sign_in_notices_age on sign_in_notices (signed_in_at);
    comment on table sign_in_notices is
      'Letters about sign-ins from new browsers. The link in each locks the account.';
    comment on column sign_in_notices.email is
      'The account''s address at the sign-in, to which the letter goes. Whoever signed in may have changed it since.';
    comment on column sign_in_notices.browser is 'Such as ''Chrome on Android''; null if unknown.';
    comment on column sign_in_notices.place is
      'The city of the browser''s time zone; null if unknown.';
    comment on column sign_in_notices.token_hash is
      'SHA-256 of the token in the letter''s link. Null until the letter is written.';
    comment on column sign_in_notices.ended_at is
      'When this link or another one of the account was used.';`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table sign_in_notices, known_browsers;
    drop trigger users_unlock on users;
    drop function users_unlock();
    alter table users drop column locked_at`);
}
