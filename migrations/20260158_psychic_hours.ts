import type { Knex } from "knex";

/**
 * What happened in each hour of the week, for the advice about hours that pay. No foreign key: a new
 * one would lock the psychics.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table psychic_hours (
      psychic_id integer not null,
      week date not null check (extract(dow from week) = 0),
      hour smallint not null check (hour between 0 and 167),
      ${sums},
      primary key (psychic_id, week, hour)
    );
    -- For the pruner.
    create index psychic_hours_by_week on psychic_hours (week);
    comment on table psychic_hours is
      'What happened in an hour of a New York week, for each psychic. A job counts the last eight whole weeks again each night. Hours without any figure have no row, nor have weeks before whose start the availability is not known.';
    comment on column psychic_hours.week is 'The Sunday with which the week begins.';
    comment on column psychic_hours.hour is
      'The hour of the week in New York: 0 is Sunday from midnight to 1 AM. The hour that autumn''s clock change repeats counts as one.';
    comment on column psychic_hours.on_seconds is
      'How long the psychic was on: every availability but U.';
    comment on column psychic_hours.promised_seconds is
      'What the present week''s schedule, with the exceptions of the day, promises. Only of Active psychics.';
    comment on column psychic_hours.paid_cents is
      'What customers paid for the readings that began in the hour.';
    comment on column psychic_hours.missed is
      'Missed readings, and missed calls of which the platform sent no reading.';
    comment on column psychic_hours.repeat_callers is
      'Different customers with a repeat reading, answered or missed.';

    create table group_hours (
      brand text not null,
      language smallint not null,
      category smallint not null,
      hour smallint not null check (hour between 0 and 167),
      ${sums},
      primary key (brand, language, category, hour)
    );
    comment on table group_hours is
      'Sums of psychic_hours over the weeks that hours_state names, by the psychics'' brand, languages and approved categories.';
    comment on column group_hours.brand is 'Empty: all brands.';
    comment on column group_hours.language is '0: all languages.';
    comment on column group_hours.category is '0: all categories.';

    create table hours_state (
      single boolean primary key default true check (single),
      last_week date not null,
      counted_at timestamptz not null
    );
    comment on table hours_state is 'Which weeks the hours have been counted for.';
    comment on column hours_state.last_week is 'The Sunday of the last week that was counted.';
  `);
}

const sums = `
      on_seconds integer not null,
      promised_seconds integer not null,
      paid_cents bigint not null,
      answered integer not null,
      missed integer not null,
      repeat_callers integer not null`;

export async function down(knex: Knex): Promise<void> {
  await knex.raw("drop table hours_state, group_hours, psychic_hours");
}
