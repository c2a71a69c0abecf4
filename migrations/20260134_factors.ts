import type { Knex } from "knex";

/**
 * Second factors: passkeys, code apps and recovery codes. Staff need one some days after their first
 * sign-in; the days of today's staff begin now.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users add column factor_asked_at timestamptz;
    comment on column users.factor_asked_at is
      'When the days began after which a member of staff needs a second factor: at the first sign-in. Null before it, and for psychics.';
    update users set factor_asked_at = now() where role = 'manager' and password_hash is not null;

    create table passkeys (
      id integer generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      credential_id bytea not null unique,
      public_key bytea not null,
      counter bigint not null,
      host text not null,
      transports text[] not null,
      name text not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    );
    create index passkeys_user_id on passkeys (user_id);
    comment on table passkeys is 'Passkeys with which users sign in.';
    comment on column passkeys.credential_id is 'The id that the authenticator gave.';
    comment on column passkeys.public_key is 'As COSE, for checking signatures.';
    comment on column passkeys.counter is
      'The counter of the last signature. A copy of the passkey gives a lower one. 0 if the authenticator does not count.';
    comment on column passkeys.host is 'The host whose pages may use it (the relying party).';
    comment on column passkeys.transports is 'How browsers reach the authenticator: usb, internal, hybrid and so on.';

    create table code_apps (
      user_id integer primary key references users on delete cascade,
      secret_sealed bytea,
      new_secret_sealed bytea,
      confirmed_at timestamptz,
      last_step bigint not null default 0,
      constraint code_apps_confirmed_check check ((secret_sealed is null) = (confirmed_at is null))
    );
    comment on table code_apps is 'The secrets that users share with their code apps (TOTP).';
    comment on column code_apps.secret_sealed is 'Null until a code of the app was given.';
    comment on column code_apps.new_secret_sealed is 'The secret of an app that is being set up.';
    comment on column code_apps.last_step is
      'The 30 seconds (counted since 1970) of the last code that was used. Earlier codes and this one are refused.';

    create table recovery_codes (
      user_id integer not null references users on delete cascade,
      code_hash bytea not null,
      used_at timestamptz,
      primary key (user_id, code_hash)
    );
    comment on table recovery_codes is 'Codes with which a user signs in without the passkey or app; each works once.';
    comment on column recovery_codes.code_hash is 'A blind index under the last data key.'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table recovery_codes;
    drop table code_apps;
    drop table passkeys;
    alter table users drop column factor_asked_at`);
}
