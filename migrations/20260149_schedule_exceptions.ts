import type { Knex } from "knex";

/**
 * Days on which a psychic's hours differ from the week: off, extra hours, or chat only. The trigger
 * announces a change as one of the schedule, which processes of the earlier release know, too. No
 * foreign key: a new one would lock the psychics.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table versions drop constraint versions_thing_check,
      add constraint versions_thing_check
        check (thing in ('schedule', 'profile', 'listings', 'phones', 'exceptions'));

    create table schedule_exceptions (
      id integer generated always as identity primary key,
      psychic_id integer not null,
      kind text not null check (kind in ('off', 'extra', 'chat')),
      first_day date not null,
      last_day date not null,
      starts time,
      ends time,
      note text check (length(note) between 1 and 200),
      created_at timestamptz not null,
      created_by text not null check (created_by in ('psychic', 'manager')),
      check (last_day between first_day and first_day + 365),
      check ((starts is null) = (ends is null)),
      check (extract(epoch from starts)::integer % 900 = 0),
      check (extract(epoch from ends)::integer % 900 = 0)
    );
    create index schedule_exceptions_of_psychic on schedule_exceptions (psychic_id, last_day);
    create index schedule_exceptions_age on schedule_exceptions (last_day);
    create index schedule_exceptions_days on schedule_exceptions
      using gist (daterange(first_day, last_day, '[]'));
    comment on table schedule_exceptions is
      'Days on which the hours differ from the week. Those that have ended stay for the timeline of past days.';
    comment on column schedule_exceptions.kind is
      'off: promises nothing. extra: promises these hours, too. chat: what is promised is for chats only.';
    comment on column schedule_exceptions.first_day is 'The first New York day.';
    comment on column schedule_exceptions.last_day is 'The last New York day.';
    comment on column schedule_exceptions.starts is
      'New York time, on each of the days. Null with ends: the whole day.';
    comment on column schedule_exceptions.ends is
      'New York time. At or before starts: on the next day.';

    create trigger exceptions_news after insert or update or delete on schedule_exceptions
      for each row execute function tell_news('schedule');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table schedule_exceptions;
    delete from versions where thing = 'exceptions';
    alter table versions drop constraint versions_thing_check,
      add constraint versions_thing_check
        check (thing in ('schedule', 'profile', 'listings', 'phones'));
  `);
}
