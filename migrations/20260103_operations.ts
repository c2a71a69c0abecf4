import type { Knex } from "knex";

/**
 * Contact submissions, problem reports, idempotency keys, audit trail, limits, deliveries, push.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table contacts (
      id integer generated always as identity primary key,
      brand text not null,
      name text not null check (length(name) between 1 and 100),
      email text not null check (length(email) between 1 and 150),
      phone text not null check (phone ~ '^[0-9]{10}$'),
      method text not null default 'P' check (method in ('E', 'P')),
      comments text check (length(comments) <= 200),
      referral integer,
      created_at timestamptz not null default now()
    );
    create index contacts_age on contacts (created_at);

    create table problems (
      id integer generated always as identity primary key,
      user_id integer not null references users,
      category text not null,
      details text not null,
      created_at timestamptz not null default now()
    );
    create index problems_age on problems (created_at);

    -- A bot check's answer counts once, so its signature is stored until the challenge expires.
    create table used_challenges (
      signature text primary key,
      expires_at timestamptz not null
    );

    create table postal_codes (
      country text not null,
      code text not null,
      city text not null,
      region text not null,
      primary key (country, code)
    );

    -- The first answer of a keyed write, stored in the transaction of its effect.
    create table idempotency_keys (
      user_id integer not null,
      key uuid not null,
      request_hmac bytea not null,
      -- Null only inside the transaction that is about to fill it.
      status smallint,
      headers json,
      body text,
      created_at timestamptz not null default now(),
      primary key (user_id, key)
    );
    create index idempotency_keys_age on idempotency_keys (created_at);

    create table audit_trail (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      -- Null: nobody signed in.
      actor_id integer,
      action text not null,
      subject_id integer,
      request_id text,
      detail jsonb not null default '{}'
    );
    create index audit_trail_subject on audit_trail (subject_id, at);
    create index audit_trail_age on audit_trail (at);
    create function audit_trail_is_insert_only() returns trigger language plpgsql as $$
    begin
      raise exception 'the audit trail is insert-only';
    end $$;
    create trigger audit_trail_is_insert_only before update or delete or truncate on audit_trail
      for each statement execute function audit_trail_is_insert_only();

    -- What the platform must learn from us, in order per psychic.
    create table deliveries (
      id bigint generated always as identity primary key,
      -- By this id a receiver recognizes repeats. A number would come again after a backup is
      -- restored.
      message_id uuid not null unique default gen_random_uuid(),
      psychic_id integer not null references psychics,
      type text not null,
      data jsonb not null,
      -- A PIN is never in \`data\`.
      pin_sealed bytea,
      created_at timestamptz not null default now(),
      attempts integer not null default 0,
      first_attempt_at timestamptz,
      next_attempt_at timestamptz not null default now(),
      last_status text,
      delivered_at timestamptz,
      given_up_at timestamptz
    );
    create index deliveries_waiting on deliveries (psychic_id, id)
      where delivered_at is null and given_up_at is null;

    create table push_subscriptions (
      id integer generated always as identity primary key,
      user_id integer not null references users,
      session_sid text not null,
      endpoint text not null unique,
      keys json not null,
      label text not null,
      created_at timestamptz not null default now(),
      last_delivered_at timestamptz
    );
    create index push_subscriptions_user on push_subscriptions (user_id);

    create table push_settings (
      user_id integer primary key references users,
      kinds json not null,
      quiet_from time,
      quiet_to time,
      show_names boolean not null default false
    );

    -- A row is inserted before every letter and push is sent, so that a job that runs again sends
    -- nothing twice.
    create table sent_ledger (
      event text not null,
      recipient text not null,
      channel text not null check (channel in ('mail', 'push')),
      sent_at timestamptz not null default now(),
      primary key (event, recipient, channel)
    );
    create index sent_ledger_age on sent_ledger (sent_at);

    -- The counters of the rate limits, shared by all processes.
    create table rate_limits (
      key text primary key,
      points integer not null default 0,
      expire bigint
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table rate_limits, sent_ledger, push_settings, push_subscriptions, deliveries,
      audit_trail, idempotency_keys, postal_codes, used_challenges, problems, contacts;
    drop function audit_trail_is_insert_only();
  `);
}
