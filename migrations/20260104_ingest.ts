import type { Knex } from "knex";

/**
 * One function applies readings from the platform's events, the import and the demo. A batch is one
 * statement, so one round trip and one transaction.
 *
 * A pair is a psychic and a customer. Every run of the function locks the pairs of its readings FOR
 * KEY SHARE, as the foreign key would anyway, and reads their first calls under that lock. A
 * correction that may move a first call to a later time locks the pair FOR UPDATE. Such a
 * correction therefore waits for all runs that are writing readings of the pair. Other corrections
 * do not take this lock. Overlapping runs do not deadlock, because all work in the same order: create
 * missing customers and pairs, lock pairs, lock readings, insert the event, change pairs, change
 * and create readings, each sorted by key.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function new_york_day(at timestamptz) returns date language sql immutable
      return (at at time zone 'America/New_York')::date;

    -- A reading is new within 24 hours of its pair's first call (D20). When that call moves from
    -- one instant to another, take the later of the two. Only readings in the 24 hours after it
    -- turn from new to repeat or back.
    create function days_of_turned_readings(old_first timestamptz, new_first timestamptz)
      returns setof date language sql immutable
    as $$
      select new_york_day(later) + n
        from (select greatest(old_first, new_first) as later) l,
          generate_series(0, new_york_day(later + interval '24 hours') - new_york_day(later)) n
    $$;

    -- Applies any readings: corrections, readings of new pairs, readings before a pair's first
    -- call. psychic_ids has null for an unknown extension. The rest is as in ingest_readings.
    create function ingest_any_readings(
      event_id text, exclusive boolean, psychic_ids integer[], connection_ids text[],
      customer_ids bigint[], customer_usernames text[], conn_types text[], starts timestamptz[],
      lengths integer[], free integer[], paid integer[], rates integer[], revenues integer[],
      results text[], ratings smallint[], rating_texts text[], recordings boolean[],
      out applied integer, out duplicate boolean, out unknown integer[], out again boolean
    ) language plpgsql as $$
    declare
      size constant integer := cardinality(connection_ids);
      -- missing: pairs that do not exist yet, with their customers' names and first calls. made:
      -- those of them that this call made. locked: pairs locked FOR UPDATE. earlier: pairs that get
      -- an earlier first call.
      missing_psychics integer[];
      missing_customers bigint[];
      missing_names text[];
      missing_firsts timestamptz[];
      made_psychics integer[] := '{}';
      made_customers bigint[] := '{}';
      locked_psychics integer[];
      locked_customers bigint[];
      earlier_psychics integer[];
      earlier_customers bigint[];
      earlier_firsts timestamptz[];
      -- known: places of the readings that exist already. left: pairs that lose a reading by a
      -- correction; it may have been their first.
      known bigint[];
      left_psychics integer[];
      left_customers bigint[];
    begin
      applied := 0;
      again := false;
      if exclusive then
        -- One such call at a time: otherwise two could keep moving the same readings, and each
        -- would make the other begin again. The lock's key is arbitrary.
        perform pg_advisory_xact_lock(7263005);
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
                select r.psychic_id, r.customer_id from readings r
                  where r.connection_id = any (connection_ids)
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

      -- A counted reading leaves when it moves to another pair or time, or counts no more.
      select coalesce(array_agg(l.place), '{}'), array_agg(l.psychic_id) filter (where l.leaves),
          array_agg(l.customer_id) filter (where l.leaves)
        into known, left_psychics, left_customers
        from (
          select i.place, r.psychic_id, r.customer_id, r.minutes > 0 and (i.minutes = 0
              or r.started_at <> i.start or r.psychic_id <> i.psychic_id
              or r.customer_id <> i.customer_id) as leaves
            from unnest(connection_ids, psychic_ids[1:size], customer_ids, starts, lengths)
              with ordinality i (connection_id, psychic_id, customer_id, start, minutes, place)
            join readings r on r.connection_id = i.connection_id
            order by i.connection_id collate "C" for no key update of r
        ) l;
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
        -- The pairs that this call made must not stay: the error undoes them. The caller runs the
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

      if known <> '{}' then
        with changed as (
          update readings r
            set (psychic_id, customer_id, conn_type, started_at, minutes, free_minutes,
                paid_minutes, rate_cents, revenue_cents, result, rating, rating_text,
                has_recording)
              = row (i.psychic_id, i.customer_id, i.conn_type, i.start, i.minutes, i.free,
                i.paid, i.rate, i.revenue, i.result, i.rating, i.rating_text, i.recording)
            from unnest(connection_ids, psychic_ids[1:size], customer_ids, conn_types, starts,
                lengths, free, paid, rates, revenues, results, ratings, rating_texts, recordings)
              with ordinality i (connection_id, psychic_id, customer_id, conn_type, start, minutes,
                free, paid, rate, revenue, result, rating, rating_text, recording, place)
            where i.place in (select unnest(known)) and r.connection_id = i.connection_id
              and (r.psychic_id, r.customer_id, r.conn_type, r.started_at, r.minutes,
                  r.free_minutes, r.paid_minutes, r.rate_cents, r.revenue_cents, r.result,
                  r.rating, r.rating_text, r.has_recording)
                is distinct from (i.psychic_id, i.customer_id, i.conn_type, i.start, i.minutes,
                  i.free, i.paid, i.rate, i.revenue, i.result, i.rating, i.rating_text,
                  i.recording)
            returning old.psychic_id as old_psychic, old.day as old_day, r.psychic_id, r.day
        )
        insert into statistics_changes (psychic_id, day)
          select psychic_id, day from changed union select old_psychic, old_day from changed;
      end if;

      with made as (
        insert into readings (connection_id, psychic_id, customer_id, conn_type, started_at,
            minutes, free_minutes, paid_minutes, rate_cents, revenue_cents, result, rating,
            rating_text, has_recording)
          select i.connection_id, i.psychic_id, i.customer_id, i.conn_type, i.start, i.minutes,
              i.free, i.paid, i.rate, i.revenue, i.result, i.rating, i.rating_text, i.recording
            from unnest(connection_ids, psychic_ids[1:size], customer_ids, conn_types, starts,
                lengths, free, paid, rates, revenues, results, ratings, rating_texts, recordings)
              with ordinality i (connection_id, psychic_id, customer_id, conn_type, start, minutes,
                free, paid, rate, revenue, result, rating, rating_text, recording, place)
            where i.place not in (select unnest(known))
            order by i.connection_id collate "C"
          returning psychic_id, day
      )
      insert into statistics_changes (psychic_id, day) select distinct psychic_id, day from made;

      if left_psychics is not null then
        with moved as (
          update psychic_customers p set first_call_at = f.first
            from (select distinct * from unnest(left_psychics, left_customers) l)
              i (psychic_id, customer_id)
            cross join lateral (
              select min(r.started_at) as first from readings r
                where r.psychic_id = i.psychic_id and r.customer_id = i.customer_id
                  and r.minutes > 0
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
    end $$;

    -- The rows come as parallel arrays (cheaper to read than JSON), each connection_id once,
    -- preferably sorted by its bytes. user_ids and extensions may be longer than the other arrays:
    -- for the surplus entries the function only checks that the psychics exist. extensions may be
    -- null when there are none; event_id null means no event (import). mode: 'usual' expects new
    -- readings of known pairs in an event, 'any' expects anything, 'exclusive' may also move a
    -- pair's first call to a later time, and is to be used only when told to: by \`again\`, or a
    -- serialization_failure.
    --   applied    how many rows; 0 when anything below is set
    --   duplicate  the event was applied before
    --   unknown    1-based places in user_ids and extensions that are no psychic's
    --   again      nothing was written: call again, exclusive
    create function ingest_readings(
      event_id text, mode text, user_ids integer[], extensions text[], connection_ids text[],
      customer_ids bigint[], customer_usernames text[], conn_types text[], starts timestamptz[],
      lengths integer[], free integer[], paid integer[], rates integer[], revenues integer[],
      results text[], ratings smallint[], rating_texts text[], recordings boolean[],
      out applied integer, out duplicate boolean, out unknown integer[], out again boolean
    ) language plpgsql
      -- Index probes are right for a batch of any size, and planning anew would cost more than they
      -- do. Without this, a plan made while the tables are small goes on reading them whole.
      set plan_cache_mode = force_generic_plan
      set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
    as $$
    declare
      size constant integer := cardinality(connection_ids);
      psychic_ids integer[] := user_ids;
      is_usual boolean;
      is_new_event boolean;
    begin
      if extensions is not null then
        select array_agg(coalesce(i.user_id, p.user_id) order by i.place) into psychic_ids
          from unnest(user_ids, extensions) with ordinality i (user_id, extension, place)
          left join psychics p on p.extension = i.extension;
      end if;

      if mode = 'usual' then
        begin
          with usual as materialized (
            select where size = cardinality(psychic_ids)
              and size = (
                select count(*) filter (where l.is_settled) from (
                  select i.minutes = 0 or p.first_call_at <= i.start as is_settled
                    from (
                      select unnest(psychic_ids) as psychic_id, unnest(customer_ids) as customer_id,
                        unnest(starts) as start, unnest(lengths) as minutes
                    ) i
                    join psychic_customers p
                      on p.psychic_id = i.psychic_id and p.customer_id = i.customer_id
                    order by i.psychic_id, i.customer_id for key share of p
                ) l)
              and not exists (select from readings where connection_id = any (connection_ids))
          ), event as (
            insert into platform_events (id, type) select event_id, 'readings.recorded' from usual
              on conflict do nothing returning id
          ), made as (
            insert into readings (connection_id, psychic_id, customer_id, conn_type, started_at,
                minutes, free_minutes, paid_minutes, rate_cents, revenue_cents, result, rating,
                rating_text, has_recording)
              select i.* from (
                select unnest(connection_ids) as id, unnest(psychic_ids), unnest(customer_ids),
                  unnest(conn_types), unnest(starts), unnest(lengths), unnest(free), unnest(paid),
                  unnest(rates), unnest(revenues), unnest(results), unnest(ratings),
                  unnest(rating_texts), unnest(recordings)
              ) i
                where exists (select from event)
                order by i.id collate "C"
              returning psychic_id, day
          ), marked as (
            insert into statistics_changes (psychic_id, day)
              select distinct psychic_id, day from made
          )
          select exists (select from usual), exists (select from event)
            into is_usual, is_new_event;
          if is_usual then
            duplicate := not is_new_event;
            applied := case when is_new_event then size else 0 end;
            again := false;
            return;
          end if;
          -- Gives the locks back: whoever makes pairs must hold none.
          raise no_data_found;
        exception
          when no_data_found or unique_violation then null;
        end;
      end if;

      select r.* into applied, duplicate, unknown, again
        from ingest_any_readings(event_id, mode = 'exclusive', psychic_ids, connection_ids,
          customer_ids, customer_usernames, conn_types, starts, lengths, free, paid, rates,
          revenues, results, ratings, rating_texts, recordings) r;
    end $$;

    -- How far an import has come, by the content of its file: a restart goes on from there.
    create table imports (
      content_hash bytea primary key,
      bytes_done bigint not null,
      lines_done bigint not null,
      rows_applied bigint not null,
      rows_refused bigint not null,
      -- Length of the file of the lines that this import refused.
      errors_bytes bigint not null,
      updated_at timestamptz not null default now()
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table imports;
    drop function ingest_readings;
    drop function ingest_any_readings;
    drop function days_of_turned_readings;
    drop function new_york_day;
  `);
}
