import type { Knex } from "knex";

/**
 * What psychics say about a booked call before it begins: ready, late, or cannot. No foreign keys: a
 * new one would lock the booked calls or the psychics.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table call_answers (
      id bigint generated always as identity primary key,
      psychic_id integer not null,
      call_id text not null,
      call_at timestamptz not null,
      answer text not null check (answer in ('ready', 'late', 'cannot')),
      late_minutes integer check (late_minutes between 5 and 15 and late_minutes % 5 = 0),
      answered_at timestamptz not null,
      received_at timestamptz not null,
      answered_by integer not null,
      check (late_minutes is null or answer = 'late'),
      check (answered_at <= received_at),
      constraint call_answers_once unique nulls not distinct
        (psychic_id, call_id, call_at, answered_at, answer, late_minutes)
    );
    create index call_answers_age on call_answers (call_at);
    comment on table call_answers is
      'What a psychic answered about a booked call. Rows are never changed. Of the answers about a call at the same time, the one that was given last counts.';
    comment on column call_answers.call_at is
      'The time of the call that was answered. A call that moves needs a new answer.';
    comment on column call_answers.late_minutes is
      'How much later the psychic expects to begin; null if she did not say.';
    comment on column call_answers.answered_at is
      'When the answer was given, by the clock of the device, but never later than it arrived.';
    comment on column call_answers.answered_by is
      'The user who answered: the psychic, or a manager for her.';

    create function call_answers_are_fixed() returns trigger language plpgsql as $$
    begin
      raise exception 'an answer about a call is never rewritten';
    end $$;
    create trigger call_answers_are_fixed before update on call_answers
      for each row execute function call_answers_are_fixed();
    create trigger call_answers_news after insert on call_answers
      for each row execute function tell_news('calls');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table call_answers;
    drop function call_answers_are_fixed();
  `);
}
