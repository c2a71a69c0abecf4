import { advisoryLocks } from "#server/db/advisory-locks.ts";
import { batchParameters, batchRows, readingsColumns } from "./reading-columns.ts";

const newYorkDay = `
create or replace function new_york_day(at timestamptz) returns date language sql immutable
  return (at at time zone 'America/New_York')::date;`;

const daysOfTurnedReadings = `
-- A reading is new within 24 hours of its pair's first call. When that call moves, readings with
-- minutes turn from new to repeat or back only in the 24 hours from the later of the two instants.
create or replace function days_of_turned_readings(old_first timestamptz, new_first timestamptz)
  returns setof date language sql immutable
as $$
  select new_york_day(later) + n
    from (select greatest(old_first, new_first) as later) l,
      generate_series(0, new_york_day(later + interval '24 hours') - new_york_day(later)) n
$$;`;

/** The first call of the pair of a row `i`. */
const firstCall = `
  select min(r.started_at) from readings r
    where r.psychic_id = i.psychic_id and r.customer_id = i.customer_id and r.minutes > 0`;

/**
 * Applies any readings: corrections, readings of new pairs, readings before a pair's first call.
 * `psychic_ids` has null for an unknown extension. The rest is as in `ingest_readings`.
 */
const ingestAnyReadings = `
create or replace function ingest_any_readings(
  event_id text, exclusive boolean, psychic_ids integer[], ${batchParameters},
  out applied integer, out duplicate boolean, out unknown integer[], out again boolean
) language plpgsql as $$
declare
  size constant integer := cardinality(connection_ids);
  -- Pairs that do not exist yet, with their customers' names and first calls.
  missing_psychics integer[];
  missing_customers bigint[];
  missing_names text[];
  missing_firsts timestamptz[];
  -- The missing pairs that this run made.
  made_psychics integer[] := '{}';
  made_customers bigint[] := '{}';
  -- Pairs locked FOR UPDATE.
  locked_psychics integer[];
  locked_customers bigint[];
  -- Pairs that get an earlier first call.
  earlier_psychics integer[];
  earlier_customers bigint[];
  earlier_firsts timestamptz[];
  -- Where each reading is stored now, if it is (then the row is a correction). Null for new ones.
  is_known boolean := false;
  place integer;
  old_psychic integer;
  old_start timestamptz;
  old_psychics integer[] := array_fill(null::integer, array[size]);
  old_starts timestamptz[] := array_fill(null::timestamptz, array[size]);
  -- Pairs that lose a reading by a correction, and its old start; it may have been their first.
  left_psychics integer[];
  left_customers bigint[];
  left_starts timestamptz[];
begin
  applied := 0;
  again := false;
  if exclusive then
    -- One such run at a time: otherwise two could keep moving the same readings, and each would
    -- make the other begin again. The lock's key is arbitrary.
    perform pg_advisory_xact_lock(${advisoryLocks.movedReadings});
  end if;
  duplicate := exists (select from platform_events e where e.id = event_id);
  if duplicate then return; end if;

  select array_agg(m.psychic_id), array_agg(m.customer_id), array_agg(m.username),
      array_agg(m.first)
    into missing_psychics, missing_customers, missing_names, missing_firsts
    from (
      select i.psychic_id, i.customer_id, min(i.username) as username,
          min(i.start) filter (where i.minutes > 0) as first
        from unnest(psychic_ids[1:size], customer_ids, customer_usernames, starts, lengths)
          i (psychic_id, customer_id, username, start, minutes)
        where not exists (select from psychic_customers p
          where p.psychic_id = i.psychic_id and p.customer_id = i.customer_id)
        group by 1, 2 order by 1, 2
    ) m;
  if exists (
    select from (
      select unnest(missing_psychics) union select unnest(psychic_ids[size + 1:])
    ) i (psychic_id)
      where not exists (select from psychics p where p.user_id = i.psychic_id)
  ) then
    select array_agg(i.place) into unknown
      from unnest(psychic_ids) with ordinality i (psychic_id, place)
      where not exists (select from psychics p where p.user_id = i.psychic_id);
    return;
  end if;

  if missing_psychics is not null then
    insert into customers (id, username)
      select i.id, min(i.username)
        from unnest(missing_customers, missing_names) i (id, username)
        where not exists (select from customers c where c.id = i.id)
        group by i.id order by i.id
        on conflict do nothing;
    with made as (
      insert into psychic_customers (psychic_id, customer_id, first_call_at)
        select i.* from unnest(missing_psychics, missing_customers, missing_firsts) i
        on conflict do nothing returning psychic_id, customer_id
    )
    select coalesce(array_agg(psychic_id), '{}'), coalesce(array_agg(customer_id), '{}')
      into made_psychics, made_customers from made;
  end if;

  if exclusive then
    select array_agg(l.psychic_id), array_agg(l.customer_id)
      into locked_psychics, locked_customers
      from (
        select p.psychic_id, p.customer_id from psychic_customers p
          join (
            select * from unnest(psychic_ids[1:size], customer_ids) i (psychic_id, customer_id)
            union
            select r.psychic_id, r.customer_id from reading_ids k
              join readings r on r.psychic_id = k.psychic_id and r.started_at = k.started_at
                and r.connection_id = k.connection_id
              where k.connection_id = any (connection_ids)
          ) i on p.psychic_id = i.psychic_id and p.customer_id = i.customer_id
          order by p.psychic_id, p.customer_id for update of p
      ) l;
  end if;
  -- Materialized: a condition pushed into the sub-select would leave rows unlocked.
  with locked as materialized (
    select i.psychic_id, i.customer_id, i.start, i.minutes, p.first_call_at
      from unnest(psychic_ids[1:size], customer_ids, starts, lengths)
        i (psychic_id, customer_id, start, minutes)
      join psychic_customers p
        on p.psychic_id = i.psychic_id and p.customer_id = i.customer_id
      where (i.psychic_id, i.customer_id) not in
        (select * from unnest(made_psychics, made_customers))
      order by i.psychic_id, i.customer_id for key share of p
  ), earlier as (
    select psychic_id, customer_id, min(start) as first from locked
      where minutes > 0 and (first_call_at is null or start < first_call_at)
      group by 1, 2 order by 1, 2
  )
  select array_agg(psychic_id), array_agg(customer_id), array_agg(first)
    into earlier_psychics, earlier_customers, earlier_firsts from earlier;

  -- The ledger says in which partition a reading is. Only the statement that has locked a reading's
  -- row there may move the reading. The next statement sees what the previous owner of the lock did.
  for place, old_psychic, old_start in
    select i.place, k.psychic_id, k.started_at
      from unnest(connection_ids) with ordinality i (connection_id, place)
      join reading_ids k on k.connection_id = i.connection_id
      order by i.connection_id collate "C" for no key update of k
  loop
    is_known := true;
    old_psychics[place] := old_psychic;
    old_starts[place] := old_start;
  end loop;
  if is_known then
    -- The operator may have taken a whole month out by hand. Its readings can be stored again.
    for place in
      select i.place
        from unnest(connection_ids, old_psychics, old_starts) with ordinality
          i (connection_id, old_psychic, old_start, place)
        where i.old_psychic is not null and not exists (select from readings r
          where r.psychic_id = i.old_psychic and r.started_at = i.old_start
            and r.connection_id = i.connection_id)
    loop
      delete from reading_ids k where k.connection_id = connection_ids[place];
      old_psychics[place] := null;
      old_starts[place] := null;
    end loop;
    -- A pair loses a reading with minutes if a correction moves it or takes its minutes away.
    select array_agg(r.psychic_id), array_agg(r.customer_id), array_agg(r.started_at)
      into left_psychics, left_customers, left_starts
      from ${batchRows}
      join readings r on r.psychic_id = i.old_psychic and r.started_at = i.old_start
        and r.connection_id = i.connection_id
      where r.minutes > 0 and (i.minutes = 0 or r.started_at <> i.started_at
        or r.psychic_id <> i.psychic_id or r.customer_id <> i.customer_id);
  end if;
  again := left_psychics is not null and (not exclusive or exists (
    select from unnest(left_psychics, left_customers) l (psychic_id, customer_id)
      where (l.psychic_id, l.customer_id) not in
        (select * from unnest(locked_psychics, locked_customers))));
  if event_id is not null and not again then
    insert into platform_events (id, type) values (event_id, 'readings.recorded')
      on conflict do nothing;
    duplicate := not found;
  end if;
  if again or duplicate then
    -- The pairs that this run made must not stay: the error undoes them. The caller runs the
    -- batch again in mode 'exclusive', and gets its answer then.
    if made_psychics <> '{}' then raise serialization_failure; end if;
    return;
  end if;

  if earlier_psychics is not null then
    with moved as (
      insert into psychic_customers as p (psychic_id, customer_id, first_call_at)
        select i.* from unnest(earlier_psychics, earlier_customers, earlier_firsts) i
        on conflict (psychic_id, customer_id) do update
          set first_call_at = excluded.first_call_at
          where p.first_call_at is null or excluded.first_call_at < p.first_call_at
        returning p.psychic_id, old.first_call_at as old_first, new.first_call_at as new_first
    )
    insert into statistics_changes (psychic_id, day)
      select psychic_id, days_of_turned_readings(old_first, new_first) from moved
        where old_first is not null;
  end if;

  if is_known then
    with changed as (
      update readings r set (${readingsColumns()}) = row (${readingsColumns("i.")})
        from ${batchRows}
        where r.psychic_id = i.old_psychic and r.started_at = i.old_start
          and r.connection_id = i.connection_id
          and (${readingsColumns("r.")}) is distinct from (${readingsColumns("i.")})
        returning old.psychic_id as left_psychic, old.day as left_day, r.psychic_id, r.day
    )
    insert into statistics_changes (psychic_id, day)
      select psychic_id, day from changed union select left_psychic, left_day from changed;
  end if;

  with made as (
    insert into readings (${readingsColumns()})
      select ${readingsColumns("i.")}
        from ${batchRows}
        where i.old_psychic is null
        order by i.connection_id collate "C"
      returning psychic_id, day
  )
  insert into statistics_changes (psychic_id, day) select distinct psychic_id, day from made;

  if left_psychics is not null then
    with moved as (
      update psychic_customers p set first_call_at = f.first
        -- The first call of a pair changes only if the pair lost that call.
        from (
            select distinct c.psychic_id, c.customer_id, c.first_call_at
              from unnest(left_psychics, left_customers, left_starts)
                l (psychic_id, customer_id, start)
              join psychic_customers c using (psychic_id, customer_id)
              where l.start <= c.first_call_at
          ) i
        cross join lateral (
          -- No call of the pair is earlier than the first call that is stored. The new first call
          -- is mostly within a year after that, so look there first: the months of a long history
          -- take ten times as long.
          select coalesce(
            (${firstCall} and r.started_at between i.first_call_at
              and i.first_call_at + interval '1 year'),
            (${firstCall})
          ) as first
        ) f
        where p.psychic_id = i.psychic_id and p.customer_id = i.customer_id
          and p.first_call_at is distinct from f.first
        returning p.psychic_id, old.first_call_at as old_first, new.first_call_at as new_first
    )
    insert into statistics_changes (psychic_id, day)
      select psychic_id, days_of_turned_readings(old_first, new_first) from moved
        where old_first is not null and new_first is not null;
  end if;
  applied := size;
end $$;`;

/** Each function comes after those that it calls. */
export const anyReadingsSql = [newYorkDay, daysOfTurnedReadings, ingestAnyReadings];
