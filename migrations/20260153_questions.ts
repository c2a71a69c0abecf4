import type { Knex } from "knex";

/**
 * Three kinds of notification that ask a psychic about the availability, and the last question that
 * each psychic sent to the platform. No foreign key: a new one would lock the psychics.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table notifications drop constraint notifications_kind_check,
      add constraint notifications_kind_check check (kind in
        ('booked', 'changed', 'cancelled', 'soon', 'again', 'due', 'decided', 'unanswered',
         'cannot', 'test', 'stuck', 'missed', 'promised'));
    comment on column notifications.call_at is
      'The call''s start when this row was made. stuck: since when the psychic was Busy; missed: when the call ended; promised: when the hours began.';

    create table availability_questions (
      psychic_id integer primary key,
      since timestamptz not null,
      asked_at timestamptz not null
    );
    comment on table availability_questions is
      'The last time that each psychic asked the platform whether Busy is still right.';
    comment on column availability_questions.since is 'Since when the psychic was Busy.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table availability_questions;
    delete from notifications where kind in ('stuck', 'missed', 'promised');
    comment on column notifications.call_at is
      'The call''s start when this was made: stale if the call has moved since.';
    alter table notifications drop constraint notifications_kind_check,
      add constraint notifications_kind_check check (kind in
        ('booked', 'changed', 'cancelled', 'soon', 'again', 'due', 'decided', 'unanswered',
         'cannot', 'test'));
  `);
}
