import type { Knex } from "knex";

/**
 * Partitions the largest tables, with a partition for each New York month. A new database gets the
 * partitioned tables at once. In one that is used, this only adds them, empty, in the schema
 * `partitioned`. The code in server/db/partitions copies the rows while the portal works. When all
 * rows of a table are copied, it puts the partitioned table in place of the old one.
 *
 * A partitioned table cannot have a unique index without the column by which it is partitioned. So
 * a ledger keeps connection ids unique; triggers do the same for the ids of logins and events. The
 * previous release needs a unique index of the ids of logins, so it must not start on a new
 * database.
 */
export async function up(knex: Knex): Promise<void> {
  const { rows } = await knex.raw(
    `select ${["users", ...names].map((name) => `exists (select from ${name})`).join(" or ")} as used`,
  );
  await knex.raw(functions);
  await knex.raw(bookkeeping);
  await knex.raw(`
    create schema partitioned;
    select set_config('search_path', 'partitioned, ' || current_setting('search_path'), true);
  `);
  await knex.raw(ledger);
  for (const name of names) {
    const { by, rest } = tables[name];
    await knex.raw(
      `create table ${name} (like public.${name} including all excluding indexes)
         partition by range (${by});
       create table public.${name}_strays partition of ${name} default;
       ${rest}`,
    );
    await copyComment(knex, `public.${name}`, `partitioned.${name}`);
  }
  if (rows[0].used) {
    await knex.raw(toMove);
    await knex.raw(ledgerOfFunctions);
  } else {
    await knex.raw(references);
    for (const name of names) {
      await knex.raw(`drop table public.${name}; alter table ${name} set schema public`);
    }
    await knex.raw(`
      ${auditGuards}
      ${readingPlaces("reading_ids")}
      alter table reading_ids set schema public;
      drop schema partitioned;
      update schema_floor set migration = '20260128_partitions.ts';
    `);
  }
  await knex.raw("set local search_path to default");
}

/** `by` is the column of the months; `rest` the keys, indexes and triggers. */
const tables = {
  readings: {
    by: "started_at",
    rest: `
      alter table readings add primary key (psychic_id, started_at, connection_id);
      create index readings_of_pair on readings (psychic_id, customer_id, started_at);
      create trigger readings_added after insert on readings
        referencing new table as new_rows for each statement
        execute function note_added_readings();
      create trigger readings_moved after update on readings
        referencing new table as new_rows for each statement
        execute function note_moved_readings();
      create trigger readings_removed after delete on readings
        referencing old table as old_rows for each statement
        execute function note_removed_readings();
      create trigger readings_emptied after truncate on readings for each statement
        execute function note_no_readings();`,
  },
  audit_trail: {
    by: "at",
    rest: `
      alter table audit_trail add primary key (at, id);
      create index audit_trail_subject on audit_trail (subject_id, at);
      create index audit_trail_demo on audit_trail (action)
        where action in ('demo begun', 'demo made');`,
  },
  logins: {
    by: "started_at",
    rest: `
      alter table logins add primary key (user_id, started_at, id);
      create index logins_age on logins (started_at);
      create index logins_open on logins (last_action_at) where ended_at is null;
      create index logins_open_of_session on logins (session_key) where ended_at is null;
      create index logins_by_external_id on logins (external_id) where external_id is not null;
      create trigger logins_unique before insert on logins
        for each row when (new.external_id is not null) execute function refuse_known_login();`,
  },
  platform_events: {
    by: "received_at",
    rest: `
      alter table platform_events add primary key (received_at, id);
      alter table public.platform_events_strays add unique (id);
      create trigger platform_events_once before insert on platform_events
        for each row execute function skip_known_event();`,
  },
} as const;
const names = Object.keys(tables) as (keyof typeof tables)[];

/**
 * These functions name tables without a schema: the connection that copies rows has a search path
 * that leads to the new tables. The numbers of advisory locks are those of
 * server/db/advisory-locks.ts.
 */
const functions = `
  create function note_added_readings() returns trigger language plpgsql as $$
  begin
    insert into reading_ids (connection_id, psychic_id, started_at)
      select connection_id, psychic_id, started_at from new_rows order by connection_id collate "C";
    return null;
  end $$;

  -- The settings: a plan that was made while the ledger was small would go on reading it whole.
  create function note_moved_readings() returns trigger language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  as $$
  begin
    if exists (select from new_rows n
                where not exists (select from reading_ids i where i.connection_id = n.connection_id))
    then raise exception 'a connection id never changes'; end if;
    update reading_ids i set (psychic_id, started_at) = row (n.psychic_id, n.started_at)
      from new_rows n
      where i.connection_id = n.connection_id
        and (i.psychic_id, i.started_at) <> (n.psychic_id, n.started_at);
    return null;
  end $$;

  create function note_removed_readings() returns trigger language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  as $$
  begin
    delete from reading_ids i using old_rows o where i.connection_id = o.connection_id;
    return null;
  end $$;

  create function note_no_readings() returns trigger language plpgsql as $$
  begin
    truncate reading_ids;
    return null;
  end $$;

  -- Ids of log-ons are unique for each source over all months.
  create function refuse_known_login() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock(7263008, hashtext(new.source || ' ' || new.external_id));
    if exists (select from logins l
                where l.external_id = new.external_id and l.source = new.source) then
      raise unique_violation using constraint = 'logins_source_external_id_key',
        message = 'a login has this id';
    end if;
    return new;
  end $$;

  -- Each month's unique index finds an event that came earlier in that month. This function looks
  -- in the month before; ids are kept for 30 days. Near the turn of a month, two copies of an event
  -- can be under way, one in each month. There the second copy waits for the first. All statements
  -- say "on conflict do nothing", so a known event is left out as if the index had found it.
  create function skip_known_event() returns trigger language plpgsql
    set enable_seqscan = off
  as $$
  declare
    at constant timestamptz := new.received_at;
    month constant timestamptz := date_trunc('month', at, 'America/New_York');
    is_known boolean;
  begin
    if at - interval '5 minutes' >= month
      and date_trunc('month', at + interval '5 minutes', 'America/New_York') = month
    then
      is_known := exists (select from platform_events e
        where e.id = new.id and e.received_at > at - interval '31 days' and e.received_at < month);
    else
      perform pg_advisory_xact_lock(7263007, hashtext(new.id));
      is_known := exists (select from platform_events e
        where e.id = new.id and e.received_at <> at
          and e.received_at > at - interval '31 days' and e.received_at < at + interval '31 days');
    end if;
    if is_known then return null; end if;
    return new;
  end $$;
`;

const ledger = `
  create table reading_ids (
    connection_id text primary key,
    psychic_id integer not null,
    started_at timestamptz not null
  );
  comment on table reading_ids is
    'Where the reading of a connection is: it keeps the id unique over all months and psychics.';
`;

const bookkeeping = `
  create table partitioned_tables (
    name text primary key,
    stage text not null default 'waiting'
      check (stage in ('waiting', 'copying', 'catching up', 'done')),
    position text,
    copied bigint not null default 0,
    changed_at timestamptz not null default now()
  );
  comment on table partitioned_tables is
    'How far an upgrade has come with moving the rows of a table into partitions. Empty: all done.';
  comment on column partitioned_tables.position is 'The key of the last row that was copied.';
  comment on column partitioned_tables.changed_at is 'When the stage last changed.';
`;

/** Until the swap, `ledger` is `readings`. The swap replaces this function. */
const readingPlaces = (ledger: string) => `
  create function public.reading_places(ids text[])
    returns table (connection_id text, psychic_id integer, started_at timestamptz)
    language sql stable rows 10 as
    'select r.connection_id, r.psychic_id, r.started_at from ${ledger} r
       where r.connection_id = any (ids)';`;

/**
 * The index is for processes of the earlier release: they look connection ids up in `readings`. It
 * is dropped when the old tables are.
 */
const toMove = `
  create index readings_by_connection on readings (connection_id);
  ${readingPlaces("readings")}
  create schema unpartitioned;
  insert into partitioned_tables (name) values ${names.map((name) => `('${name}')`).join(", ")};
`;

/**
 * `down` may have run earlier. If the previous release has not started since, the functions still
 * read the ledger. The swap removes this view.
 */
const ledgerOfFunctions = `
  do $$ begin
    if exists (select from pg_proc where proname = 'ingest_readings' and prosrc ~ 'reading_ids') then
      create view public.reading_ids as
        select connection_id, psychic_id, started_at from public.readings;
    end if;
  end $$;
`;

/**
 * In a database that is used, adding these foreign keys would lock the tables that they refer to.
 * The job adds them before it copies the rows.
 */
const references = `
  alter table readings add foreign key (psychic_id, customer_id) references psychic_customers;
  alter table logins add foreign key (user_id) references users;
`;

/**
 * Partitions inherit the trigger for each row. Against TRUNCATE each partition needs a trigger of
 * its own.
 */
const auditGuards = `
  create trigger audit_trail_is_insert_only before update or truncate on public.audit_trail
    for each statement execute function audit_trail_is_insert_only();
  create trigger audit_trail_is_insert_only before update or truncate on public.audit_trail_strays
    for each statement execute function audit_trail_is_insert_only();
  create trigger audit_trail_keeps_two_years before delete on public.audit_trail
    for each row when (old.at >= now() - interval '730 days')
    execute function audit_trail_is_insert_only();
`;

async function copyComment(knex: Knex, from: string, to: string): Promise<void> {
  await knex.raw(`
    do $$ begin
      execute format('comment on table ${to} is %L', obj_description('${from}'::regclass));
    end $$`);
}

/** The former keys, indexes, references and triggers. */
const former: Record<keyof typeof tables, string> = {
  readings: `
    alter table readings add primary key (connection_id);
    create index readings_of_psychic on readings (psychic_id, started_at);
    create index readings_of_pair on readings (psychic_id, customer_id, started_at);
    alter table readings add foreign key (psychic_id, customer_id) references psychic_customers;`,
  audit_trail: `
    alter table audit_trail add primary key (id);
    create index audit_trail_subject on audit_trail (subject_id, at);
    create index audit_trail_age on audit_trail (at);
    create index audit_trail_demo on audit_trail (action)
      where action in ('demo begun', 'demo made');
    create trigger audit_trail_is_insert_only before update or truncate on audit_trail
      for each statement execute function audit_trail_is_insert_only();
    create trigger audit_trail_keeps_two_years before delete on audit_trail
      for each row when (old.at >= now() - interval '730 days')
      execute function audit_trail_is_insert_only();`,
  logins: `
    alter table logins add primary key (id);
    alter table logins add unique (source, external_id);
    create index logins_of_user on logins (user_id, started_at desc);
    create index logins_age on logins (started_at);
    create index logins_open on logins (last_action_at) where ended_at is null;
    create index logins_open_of_session on logins (session_key) where ended_at is null;
    alter table logins add foreign key (user_id) references users;`,
  platform_events: `
    alter table platform_events add primary key (id);
    create index platform_events_age on platform_events (received_at);`,
};

const dropLedger = `
  do $$ begin
    if exists (select from pg_class where oid = to_regclass('public.reading_ids') and relkind = 'v')
    then drop view public.reading_ids;
    else drop table if exists public.reading_ids;
    end if;
  end $$;
`;

/** Copies the rows back in this transaction. The portal must not run. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw("drop schema if exists partitioned cascade; create schema whole");
  for (const name of names) {
    const { rows } = await knex.raw(
      `select relkind, (select string_agg(quote_ident(attname), ', ') from pg_attribute
           where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
           (select attname from pg_attribute where attrelid = c.oid and attidentity = 'a') as numbered
         from pg_class c where oid = 'public.${name}'::regclass`,
    );
    const { relkind, columns, numbered } = rows[0];
    if (relkind !== "p") continue;
    await knex.raw(`
      create table whole.${name} (like public.${name} including all excluding indexes);
      insert into whole.${name} (${columns}) overriding system value select ${columns} from ${name};
    `);
    if (numbered) {
      await knex.raw(`
        select setval(pg_get_serial_sequence('whole.${name}', '${numbered}'), last_value, is_called)
          from ${name}_${numbered}_seq`);
    }
    await copyComment(knex, `public.${name}`, `whole.${name}`);
    await knex.raw(`
      drop table public.${name}; alter table whole.${name} set schema public; ${former[name]}`);
  }
  // The functions of this definition need the ledger. The previous release does not replace
  // functions of a later version. But if this row is missing, it defines them again at its start.
  await knex.raw(`
    delete from sql_definitions where name = 'ingest readings';
    drop schema whole;
    drop schema if exists unpartitioned cascade;
    ${dropLedger}
    drop table partitioned_tables;
    update schema_floor set migration = '20260110_schema_floor.ts';
    drop function reading_places, note_added_readings, note_moved_readings, note_removed_readings,
      note_no_readings, refuse_known_login, skip_known_event;
  `);
}
