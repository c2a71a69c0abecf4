import type { Knex } from "knex";

/**
 * Every psychic and every application belongs to a manager, whom each brand's rule chooses. Managers
 * can be away, with somebody who stands in. Applications of before get their manager from a job, as
 * do those that a process of the earlier release takes in during the upgrade.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users add column spoken_languages integer[] not null default '{}';
    comment on column users.spoken_languages is
      'Ids of the languages that a member of staff speaks (shared/reference/languages.ts).';

    alter table contacts add column manager_id integer references users;
    create index contacts_manager on contacts (manager_id);
    comment on column contacts.manager_id is
      'The member of staff to whom the application belongs. Null until a job has chosen one.';

    create table assignment_rules (
      brand text primary key,
      kind text not null check (kind in ('least_loaded', 'by_language', 'fixed')),
      manager_id integer references users,
      version integer not null,
      check ((kind = 'fixed') = (manager_id is not null))
    );
    comment on table assignment_rules is
      'How a brand''s sign-ups and applications get a manager. A brand without a row has least_loaded.';
    comment on column assignment_rules.version is 'Rises with every change.';

    create table absences (
      user_id integer primary key references users,
      from_day date not null,
      to_day date not null,
      delegate_id integer references users,
      check (from_day <= to_day),
      check (delegate_id <> user_id)
    );
    create index absences_delegate on absences (delegate_id);
    create index absences_age on absences (to_day);
    comment on table absences is
      'The present or next absence of a manager.';
    comment on column absences.from_day is 'The first New York day.';
    comment on column absences.to_day is 'The last New York day.';
    comment on column absences.delegate_id is
      'Who stands in. Null if that person can no longer do it.';

    create table reassignments (
      id integer generated always as identity primary key,
      by_id integer not null references users,
      to_id integer not null references users,
      at timestamptz not null,
      psychics jsonb not null,
      contacts jsonb not null,
      undone_at timestamptz
    );
    create index reassignments_age on reassignments (at);
    comment on table reassignments is
      'Psychics and applications that were given to another manager, so that it can be undone.';
    comment on column reassignments.psychics is 'Pairs of a psychic''s id and the manager before.';
    comment on column reassignments.contacts is
      'Pairs of an application''s id and the manager before, or null.';`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table reassignments, absences, assignment_rules;
    alter table contacts drop column manager_id;
    alter table users drop column spoken_languages`);
}
