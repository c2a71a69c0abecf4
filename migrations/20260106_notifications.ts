import type { Knex } from "knex";

/**
 * Messages for people, sent by push or letter. Each row is written in the transaction of its cause.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table notifications (
      id bigint generated always as identity primary key,
      user_id integer not null references users,
      kind text not null check (kind in
        ('booked', 'changed', 'cancelled', 'soon', 'due', 'decided', 'test')),
      -- What it is about: a phone shows one notification for each, the latest.
      subject text not null,
      -- A call's reminders are found again under the same name, so that each is made once.
      event text not null default gen_random_uuid(),
      call_id text references scheduled_calls,
      -- The call's start when this row was made. If the call has moved since, the message is not
      -- sent.
      call_at timestamptz,
      decision text check (decision in ('Approved', 'Rejected')),
      created_at timestamptz not null,
      due_at timestamptz not null,
      -- After this the message is not sent: it would be too late.
      expires_at timestamptz not null,
      attempts integer not null default 0,
      -- Whether a device has taken it.
      pushed boolean not null default false,
      ended_at timestamptz,
      unique (user_id, event)
    );
    create index notifications_due on notifications (due_at) where ended_at is null;
    create index notifications_waiting on notifications (user_id, subject) where ended_at is null;
    create index notifications_of_call on notifications (call_id);
    create index notifications_ended on notifications (ended_at);
    create index push_subscriptions_session on push_subscriptions (session_sid);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index push_subscriptions_session;
    drop table notifications;
  `);
}
