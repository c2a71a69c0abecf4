import type { Knex } from "knex";

/**
 * Erasures of people. The audit trail stays insert-only. While an erasure is under way, its job may
 * empty entries: they keep the names of their fields.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table erasures (
      id integer generated always as identity primary key,
      kind text not null check (kind in ('psychic', 'customer', 'applicant')),
      person_id bigint not null,
      reason text not null check (length(reason) <= 200),
      asked_by integer not null references users,
      asked_at timestamptz not null,
      applied_at timestamptz,
      unique (kind, person_id)
    );
    create index erasures_asked_by on erasures (asked_by);
    comment on table erasures is
      'Erased people, by id only. A job erases them again each night.';
    comment on column erasures.person_id is
      'The id of the user, of the customer, or of the contact submission.';
    comment on column erasures.reason is 'Why, as an owner wrote it.';
    comment on column erasures.applied_at is
      'When the job finished. Null before.';

    alter table psychics add column erased_at timestamptz;
    comment on column psychics.erased_at is
      'When the person was erased. From then on nothing of the account can change.';
    alter table customers add column erased_at timestamptz;
    comment on column customers.erased_at is
      'When the person was erased. From then on the platform''s names of the customer are not stored.';

    create function without_values(given jsonb) returns jsonb language plpgsql immutable as $$
    begin
      return case jsonb_typeof(given)
        when 'object' then
          (select coalesce(jsonb_object_agg(key, without_values(value)), '{}') from jsonb_each(given))
        when 'array' then '[]'
        else 'null'
      end;
    end $$;

    create or replace function audit_trail_is_insert_only() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and exists (select from erasures
          where id::text = current_setting('portal.erasure', true) and applied_at is null) then
        return null;
      end if;
      raise exception 'the audit trail is insert-only';
    end $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace function audit_trail_is_insert_only() returns trigger language plpgsql as $$
    begin
      raise exception 'the audit trail is insert-only';
    end $$;
    drop function without_values;
    alter table customers drop column erased_at;
    alter table psychics drop column erased_at;
    drop table erasures;
  `);
}
