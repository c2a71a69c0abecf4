import type { Knex } from "knex";

/** Readings, customers, scheduled calls and gifts, and the statistics of the readings. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table customers (
      id bigint primary key,
      username text not null,
      redeemable_minutes integer not null default 0 check (redeemable_minutes >= 0),
      blocked boolean not null default false,
      updated_at timestamptz
    );

    -- One row for each customer of a psychic; the first call decides which readings are new (D20).
    create table psychic_customers (
      psychic_id integer not null references psychics,
      customer_id bigint not null references customers,
      -- Start of the first reading with minutes above 0; null while there is none.
      first_call_at timestamptz,
      primary key (psychic_id, customer_id)
    );

    create table readings (
      connection_id text primary key,
      psychic_id integer not null,
      customer_id bigint not null,
      conn_type text not null check (conn_type in ('Call', 'Chat')),
      started_at timestamptz not null,
      -- A reading belongs to the New York day in which it started (D11).
      day date not null generated always as
        ((started_at at time zone 'America/New_York')::date) stored,
      minutes integer not null check (minutes >= 0),
      free_minutes integer not null check (free_minutes >= 0),
      paid_minutes integer not null check (paid_minutes >= 0),
      rate_cents integer not null check (rate_cents >= 0),
      revenue_cents integer not null check (revenue_cents >= 0),
      result text not null,
      rating smallint check (rating between 1 and 5),
      rating_text text,
      has_recording boolean not null default false,
      foreign key (psychic_id, customer_id) references psychic_customers
    );
    create index readings_of_psychic on readings (psychic_id, started_at);
    create index readings_of_pair on readings (psychic_id, customer_id, started_at);

    -- Sums of one psychic's New York day, refreshed from the readings six times a day (D22).
    create table daily_statistics (
      psychic_id integer not null references psychics,
      day date not null,
      calls integer not null,
      call_minutes integer not null,
      new_calls integer not null,
      new_call_minutes integer not null,
      billed_calls integer not null,
      billed_call_minutes integer not null,
      chats integer not null,
      chat_minutes integer not null,
      new_chats integer not null,
      new_chat_minutes integer not null,
      billed_chats integer not null,
      billed_chat_minutes integer not null,
      free_minutes integer not null,
      call_paid_minutes integer not null,
      chat_paid_minutes integer not null,
      call_revenue_cents bigint not null,
      chat_revenue_cents bigint not null,
      attempted integer not null,
      missed integer not null,
      rating_sum integer not null,
      ratings integer not null,
      primary key (day, psychic_id)
    );
    create index daily_statistics_of_psychic on daily_statistics (psychic_id, day);

    -- Which psychic-days changed since the last refresh. No key: writers never wait for each
    -- other here, and a refresh takes the rows that it sees.
    create table statistics_changes (
      psychic_id integer not null,
      day date not null
    );

    -- One row: the last refresh. \`number\` counts the refreshes and is part of the name of cached
    -- results.
    create table statistics_state (
      single boolean primary key default true check (single),
      number integer not null default 0,
      refreshed_at timestamptz
    );
    insert into statistics_state default values;

    create table scheduled_calls (
      id text primary key,
      psychic_id integer not null references psychics,
      customer_id bigint not null,
      username text not null,
      at timestamptz not null,
      minutes integer not null,
      channel text not null check (channel in ('Call', 'Chat')),
      status text not null check (status in ('booked', 'changed', 'cancelled', 'done')),
      -- The event's own time: an older event never undoes a newer one.
      event_at timestamptz not null
    );
    create index scheduled_calls_to_come on scheduled_calls (psychic_id, at)
      where status in ('booked', 'changed');
    create index scheduled_calls_by_time on scheduled_calls (at)
      where status in ('booked', 'changed');

    create table gifts (
      id integer generated always as identity primary key,
      psychic_id integer not null references psychics,
      customer_id bigint not null references customers,
      subject text not null check (length(subject) between 1 and 100),
      body text not null,
      minutes smallint not null check (minutes between 3 and 7),
      sent_at timestamptz not null default now(),
      -- At most one gift a New York day to a customer from one psychic (D23).
      sent_day date not null generated always as
        ((sent_at at time zone 'America/New_York')::date) stored,
      redeemed_at timestamptz,
      unique (psychic_id, customer_id, sent_day)
    );
    create index gifts_of_psychic on gifts (psychic_id, sent_at);

    -- Every event of the platform is applied once.
    create table platform_events (
      id text primary key,
      type text not null,
      received_at timestamptz not null default now()
    );
    create index platform_events_age on platform_events (received_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table platform_events, gifts, scheduled_calls, statistics_state, statistics_changes,
      daily_statistics, readings, psychic_customers, customers;
  `);
}
