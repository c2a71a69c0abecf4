import { advisoryLocks } from "#server/db/advisory-locks.ts";
import type { Definition } from "#server/db/definitions.ts";
import { anyReadingsSql } from "./any-readings-sql.ts";
import {
  batchArguments,
  batchColumns,
  batchParameters,
  readingsColumns,
  storedTypes,
  unnestedBatch,
} from "./reading-columns.ts";

/**
 * Applies a batch of readings: one statement, so one round trip and one transaction, for the
 * platform's events, the import and the demo. The arguments are parallel arrays, which PostgreSQL
 * reads faster than JSON:
 * - event_id: null for no event (import);
 * - mode: 'usual' expects unstored readings of known pairs in an event. 'only usual' refuses anything
 *   else with `again`. 'any' expects anything.
 *   'exclusive' may also move a pair's first call to a later time; use it only after `again` or a
 *   serialization_failure;
 * - user_ids, extensions: a psychic is named by one of the two. They may be longer than the other
 *   arrays: for the surplus entries the function only checks that the psychics exist. extensions
 *   may be null;
 * - the others: each connection_id once, preferably sorted by its bytes.
 *
 * The answer:
 * - applied: how many readings; 0 if anything below is set;
 * - duplicate: the event was applied before;
 * - unknown: places, from 1, in user_ids and extensions that name no psychic;
 * - again: nothing was written; call again in mode 'exclusive'.
 *
 * A pair is a psychic and a customer. Only mode 'exclusive' moves a first call to a later time. It
 * holds the lock `movedReadings` alone, and locks its pairs FOR UPDATE. So while it runs, no other
 * run relies on the first calls of these pairs. Runs in mode 'usual' share `movedReadings`, because
 * locking each pair takes longer. Mode 'any' and `loneStatement` lock the pairs of their readings
 * FOR KEY SHARE, as the foreign key would anyway.
 *
 * Runs of this function do not deadlock with each other, because all work in the same order: take
 * `movedReadings`, create missing customers and pairs, lock pairs, lock readings, insert the event,
 * change pairs, change and create readings, each sorted by key. `loneStatement` does not lock in
 * this order: after a deadlock, as after any failure, its readings come here.
 */
const ingestReadings = `
create or replace function ingest_readings(
  event_id text, mode text, user_ids integer[], extensions text[], ${batchParameters},
  out applied integer, out duplicate boolean, out unknown integer[], out again boolean
) language plpgsql
  -- Index lookups suit a batch of any size, and planning again costs more than they do. Without
  -- these settings, a plan made while the tables are small keeps reading them whole.
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

  -- The query below sees the first calls as they are once this lock is held. While a correction
  -- moves first calls, the lock is not free: then ingest_any_readings waits for these pairs only.
  if mode in ('usual', 'only usual')
    and pg_try_advisory_xact_lock_shared(${advisoryLocks.movedReadings}) then
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
          ) l)
        and not exists (select from reading_ids where connection_id = any (connection_ids))
    ), event as (
      insert into platform_events (id, type) select event_id, 'readings.recorded' from usual
        on conflict do nothing returning id
    ), made as (
      insert into readings (${readingsColumns()})
        select i.* from (select ${unnestedBatch}) i
          where exists (select from event)
          order by i.connection_id collate "C"
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
  end if;
  if mode = 'only usual' then
    applied := 0;
    again := true;
    return;
  end if;

  select r.* into applied, duplicate, unknown, again
    from ingest_any_readings(event_id, mode = 'exclusive', psychic_ids,
      ${batchArguments}) r;
end $$;`;

/**
 * Raise the version if the text changes without a migration: then processes of an older release
 * leave the new text alone, as they do after a migration that they do not know.
 */
export const readingsDefinition: Definition = {
  name: "ingest readings",
  version: 4,
  needs: "reading_ids",
  text: [...anyReadingsSql, ingestReadings].join(";\n"),
};

const placeholders = (count: number) =>
  Array.from({ length: count }, (_, index) => `$${index + 1}`);

const ingestArguments = 4 + Object.keys(batchColumns).length;

/**
 * Applies batches in one transaction; a row for each, in their order. Values of each batch: event_id,
 * mode, user_ids, extensions, then an array for each of `batchColumns`.
 */
export function ingestStatement(batches: number) {
  const all = placeholders(batches * ingestArguments);
  const calls = Array.from({ length: batches }, (_, batch) => {
    const own = all.slice(batch * ingestArguments, (batch + 1) * ingestArguments);
    return `select ${batch} as batch, applied, duplicate, unknown, again
              from ingest_readings(${own.join(", ")})`;
  });
  return { name: `ingest-readings-${batches}`, text: calls.join(" union all ") };
}

const loneTypes = ["text", "integer", ...storedTypes];

/**
 * Applies events with a single reading each: those not stored yet, of a known pair, and not before
 * the pair's first call. Values: event ids, psychics' ids, then the stored arrays. Returns the
 * connection_ids that it applied. $3 are the connection ids.
 */
export const loneStatement = {
  name: "ingest-lone-readings",
  text: `
    with usual as materialized (
      select b.* from unnest(${placeholders(loneTypes.length)
        .map((place, index) => `${place}::${loneTypes[index]}[]`)
        .join(", ")})
        as b (event_id, ${readingsColumns()})
        join psychic_customers p using (psychic_id, customer_id)
        where (b.minutes = 0 or p.first_call_at <= b.started_at)
          and b.connection_id <> all (array(select k.connection_id from reading_places($3) k))
        for key share of p
    ), event as (
      insert into platform_events (id, type)
        select event_id, 'readings.recorded' from usual order by event_id
        on conflict do nothing returning id
    ), made as (
      insert into readings (${readingsColumns()})
        select ${readingsColumns()}
          from usual join event on event.id = usual.event_id order by connection_id
        returning connection_id, psychic_id, day
    ), changed as (
      insert into statistics_changes (psychic_id, day) select psychic_id, day from made
    )
    select connection_id from made`,
};
