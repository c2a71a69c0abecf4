import type { Knex } from "knex";

/**
 * Keeps each change of a psychic's availability, and each call that the platform tried to connect.
 * Both tables have a partition for each New York month, and no foreign key: to make
 * or drop a month would lock the psychics.
 *
 * Triggers copy the availability into the ledger, so that processes of the earlier release write it,
 * too. They do not name `set_by`; then nobody knows who set the availability.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table availability_changes (
      psychic_id integer not null,
      at timestamptz not null,
      code text not null check (code in ('A', 'P', 'C', 'O', 'U', 'B', 'R')),
      set_by text check (set_by in ('psychic', 'manager', 'platform', 'portal')),
      primary key (psychic_id, at, code)
    ) partition by range (at);
    create table availability_changes_strays partition of availability_changes default;
    -- For the pruner. Rows come almost in the order of their times.
    create index availability_changes_by_time on availability_changes using brin (at);
    comment on table availability_changes is
      'Every change of the availability. Rows are never changed. Rows of times to come, from a clock that was ahead, are removed.';
    comment on column availability_changes.at is 'Since when the psychic had this availability.';
    comment on column availability_changes.set_by is
      'Who set it. portal: it followed from the account. Null: an earlier release, which does not say.';

    create function availability_changes_are_fixed() returns trigger language plpgsql as $$
    begin
      raise exception 'a change of the availability is never rewritten';
    end $$;
    create trigger availability_changes_are_fixed before update on availability_changes
      for each row execute function availability_changes_are_fixed();

    alter table availability add column set_by text
      check (set_by in ('psychic', 'manager', 'platform', 'portal'));
    comment on column availability.set_by is
      'Who set it. portal: it followed from the account. Null: an earlier release, which does not say.';

    -- These two run in the order of their names. The first runs only if the statement names set_by.
    create function mark_setter() returns trigger language plpgsql as $$
    begin
      new.set_by := '=' || new.set_by;
      return new;
    end $$;
    create function forget_unnamed_setter() returns trigger language plpgsql as $$
    begin
      new.set_by := substring(new.set_by from '^=(.*)');
      return new;
    end $$;
    create trigger availability_1_setter before update of set_by on availability
      for each row execute function mark_setter();
    create trigger availability_2_setter before update on availability
      for each row execute function forget_unnamed_setter();

    -- The state before comes along, because it may be older than the ledger. If a change replaces one
    -- with a later time, a clock was ahead: the ledger forgets what it said of times to come.
    create function note_availability() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        insert into availability_changes (psychic_id, at, code, set_by)
          values (old.psychic_id, old.at, old.code, old.set_by) on conflict do nothing;
        if old.at > new.at then
          delete from availability_changes
            where psychic_id = new.psychic_id and at > greatest(new.at, now());
        end if;
      end if;
      insert into availability_changes (psychic_id, at, code, set_by)
        values (new.psychic_id, new.at, new.code, new.set_by) on conflict do nothing;
      return null;
    end $$;
    create trigger availability_noted after insert or update on availability
      for each row execute function note_availability();

    create table call_attempts (
      psychic_id integer not null,
      initiated_at timestamptz not null,
      id text not null,
      connection_id text,
      ringing_at timestamptz,
      answered_at timestamptz,
      ended_at timestamptz,
      result text check (result in
        ('Completed', 'Dropped', 'No Answer', 'Busy', 'Declined', 'Voicemail', 'Cancelled')),
      event_at timestamptz not null,
      primary key (psychic_id, initiated_at, id),
      check (ringing_at >= initiated_at),
      check (answered_at >= coalesce(ringing_at, initiated_at)),
      check (ended_at >= coalesce(answered_at, ringing_at, initiated_at))
    ) partition by range (initiated_at);
    create table call_attempts_strays partition of call_attempts default;
    create index call_attempts_by_id on call_attempts (id);
    create index call_attempts_by_time on call_attempts using brin (initiated_at);
    comment on table call_attempts is
      'Calls that the platform tried to connect to a psychic, answered or not.';
    comment on column call_attempts.id is 'The platform''s id of the call.';
    comment on column call_attempts.connection_id is 'The reading that came of it.';
    comment on column call_attempts.result is 'Null until the call has ended.';
    comment on column call_attempts.event_at is
      'When the platform sent this. An earlier event changes nothing, unless only it has the end.';

    -- Ids of calls are unique over all months.
    create function refuse_known_call() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(7263014, hashtext(new.id));
      if exists (select from call_attempts c where c.id = new.id) then
        raise unique_violation using constraint = 'call_attempts_id_key',
          message = 'a call has this id';
      end if;
      return new;
    end $$;
    create trigger call_attempts_unique before insert on call_attempts
      for each row execute function refuse_known_call();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table call_attempts;
    drop function refuse_known_call();
    drop trigger availability_noted on availability;
    drop trigger availability_2_setter on availability;
    drop trigger availability_1_setter on availability;
    drop function note_availability();
    drop function forget_unnamed_setter();
    drop function mark_setter();
    alter table availability drop column set_by;
    drop table availability_changes;
    drop function availability_changes_are_fixed();
  `);
}
