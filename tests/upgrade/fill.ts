import type pg from "pg";

/** Months that the history spans. */
const months = 40;
const customersEach = 100;
/** Rows that one statement makes. */
const portion = 500_000;

/** Rows of each of the other three tables. */
export const otherRows = 20_000;

/** The id of a reading of the history. */
export const historyId = (number: number) => `C${String(number).padStart(9, "0")}`;

/**
 * Fills the tables of the earlier release, and copies the readings to `model.readings`, to which the
 * acknowledged changes are applied in the end.
 */
export async function fill(
  client: pg.Client,
  psychics: readonly number[],
  readings: number,
  onPortion: (done: number) => void,
): Promise<void> {
  await client.query("set synchronous_commit = off; set maintenance_work_mem = '512MB'");
  await client.query(
    "insert into customers (id, username) select n, 'customer' || n from generate_series(1, 1000) n",
  );
  await client.query(
    `insert into psychic_customers
       select id, c, null
         from unnest($1::int[]) id, generate_series(1, $2::int) c`,
    [psychics, customersEach],
  );
  // Indexes and references are faster to make when the rows are there.
  await client.query(`
    alter table readings drop constraint readings_psychic_id_customer_id_fkey;
    alter table readings drop constraint readings_pkey;
    drop index readings_of_psychic, readings_of_pair;
  `);
  for (let done = 0; done < readings; done += portion) {
    const end = Math.min(done + portion, readings);
    await client.query(
      `insert into readings (connection_id, psychic_id, customer_id, conn_type, started_at,
           minutes, free_minutes, paid_minutes, rate_cents, revenue_cents, result)
         select 'C' || lpad(n::text, 9, '0'), ($1::int[])[1 + n % cardinality($1::int[])],
                1 + n % $2::int, 'Call', date_trunc('milliseconds',
                  now() - interval '1 hour' - (1 - n / $3::float8) * interval '${months} months'),
                n % 40, 0, n % 40, 399, (n % 40) * 399, 'Completed'
           from generate_series($4::int, $5::int) n`,
      [psychics, customersEach, readings, done + 1, end],
    );
    onPortion(end);
  }
  await client.query(`
    alter table readings add primary key (connection_id);
    create index readings_of_psychic on readings (psychic_id, started_at);
    create index readings_of_pair on readings (psychic_id, customer_id, started_at);
    alter table readings add foreign key (psychic_id, customer_id) references psychic_customers;
    update psychic_customers p set first_call_at = r.first
      from (select psychic_id, customer_id, min(started_at) as first from readings
              where minutes > 0 group by 1, 2) r
      where p.psychic_id = r.psychic_id and p.customer_id = r.customer_id;
    create schema model;
    create table model.readings as select * from readings;
    create unique index on model.readings (connection_id);
  `);
  await client.query(
    `insert into audit_trail (action, at)
       select 'history', now() - n * interval '30 minutes' from generate_series(1, $1::int) n`,
    [otherRows],
  );
  await client.query(
    `insert into platform_events (id, type, received_at)
       select 'history ' || n, 'x', now() - n * interval '2 minutes' from generate_series(1, $1::int) n`,
    [otherRows],
  );
  await client.query(
    `insert into logins (user_id, source, external_id, started_at, last_action_at, ended_at)
       select ($2::int[])[1 + n % cardinality($2::int[])], 'phone', 'history ' || n,
              now() - n * interval '30 minutes', now() - n * interval '30 minutes',
              now() - n * interval '29 minutes'
         from generate_series(1, $1::int) n`,
    [otherRows, psychics],
  );
  await client.query("vacuum analyze");
}
