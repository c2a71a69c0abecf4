import type pg from "pg";

/** A client, or a pool of them. */
export type Queries = Pick<pg.Client | pg.Pool, "query">;

/**
 * Makes now() of a test's database return the time of the run's clock (clock.ts). Queries, column
 * defaults and triggers find this now() because its schema comes before pg_catalog on the search
 * path. Create this now() before the tables: a column default keeps the function that it found when
 * it was created, and changing the default would change the schema under test.
 */
const schema = `
  create schema test_clock;
  create table test_clock.test_clock (shift interval not null);
  insert into test_clock.test_clock values (interval '0');
  create function test_clock.now() returns timestamptz stable language sql
    return pg_catalog.now() + (select shift from test_clock.test_clock);`;

/** Adds the clock to a database that has no tables yet. */
export async function addClock(client: Queries): Promise<void> {
  await client.query(schema);
  await enableClock(client);
}

/** Turns the clock on for later connections to this database. Its template must have the clock. */
export async function enableClock(client: Queries): Promise<void> {
  await client.query(`do $$ begin
    execute format('alter database %I set search_path = public, test_clock, pg_catalog', current_database());
  end $$`);
}

/** Replaces the queue's own function for the time, which reads pg_catalog. */
export async function addClockToQueue(client: Queries): Promise<void> {
  await client.query(`create or replace function pgboss.job_now() returns timestamptz
    stable language sql return test_clock.now()`);
}

export async function setDatabaseClock(client: Queries, shift: number): Promise<void> {
  await client.query("update test_clock.test_clock set shift = $1 * interval '1 ms'", [shift]);
}
