import type pg from "pg";
import type { Env } from "./env.ts";
import { StartError } from "./start-error.ts";

type Queryable = pg.Pool | pg.Client;

/** `half made`: a start was killed while it seeded. `whole`: the finished demo. */
export type DemoState = "empty" | "half made" | "whole" | "other data";

/** Runs at every start. The audit trail may be years long, so an index covers the two actions. */
export const demoStateText = `
  select exists (select from audit_trail where action = 'demo begun') as begun,
         exists (select from audit_trail where action = 'demo made') as made,
         exists (select from users) or exists (select from contacts) as used`;

export async function demoState(db: Queryable): Promise<DemoState> {
  const { rows } = await db.query<{ begun: boolean; made: boolean; used: boolean }>(demoStateText);
  const { begun = false, made = false, used = false } = rows[0] ?? {};
  if (made) return "whole";
  if (begun) return "half made";
  return used ? "other data" : "empty";
}

/** The tables that migrations and the seed fill. A row in any other table has another origin. */
const filledBySeed = [
  "agreement_texts",
  "agreements",
  "audit_trail",
  "availability",
  "availability_changes",
  "call_attempts",
  "contacts",
  "customers",
  "daily_statistics",
  "gifts",
  "group_hours",
  "hours_state",
  "listings",
  "logins",
  "monthly_statistics",
  "phones",
  "pictures",
  "problems",
  "profile_details",
  "psychic_customers",
  "psychic_hours",
  "psychics",
  "reading_ids",
  "readings",
  "schedule_exceptions",
  "schedule_segments",
  "scheduled_calls",
  "statistics_changes",
  "statistics_state",
  "statistics_totals",
  "users",
  "versions",
];
const filledByMigrating = [
  "knex_migrations",
  "knex_migrations_lock",
  "partitioned_tables",
  "postal_codes",
  "schema_floor",
  "sql_definitions",
];

/**
 * Whether everything in the database comes from the seed. All people of the demo have addresses
 * that end in `.example`, which nobody real can have.
 */
export async function hasOnlySeedRows(db: Queryable): Promise<boolean> {
  const { rows: tables } = await db.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not relispartition and relname <> all ($1)`,
    [[...filledBySeed, ...filledByMigrating]],
  );
  const strangers = [
    ...tables.map(({ name }) => `select from ${name}`),
    "select from audit_trail where action <> 'demo begun'",
    "select from users where email not like '%.example'",
    "select from contacts where email not like '%.example'",
  ];
  const { rows } = await db.query<{ found: boolean }>(
    `select ${strangers.map((query) => `exists (${query})`).join(" or ")} as found`,
  );
  return rows[0]?.found === false;
}

/** Whether this start fills an empty database with the demo. */
export function makesDemo(env: Pick<Env, "production" | "DEMO" | "DATABASE_URL" | "PUBLIC_URL">) {
  if (env.production || env.DEMO === "0") return false;
  return env.DEMO === "1" || !(env.DATABASE_URL || env.PUBLIC_URL?.startsWith("https:"));
}

/**
 * The hosts to listen on; undefined: all of them. The demo's passwords are known, so only this
 * machine reaches it unless DEMO=1 (B4).
 * @throws StartError if a proxy would show the demo to the world.
 */
export function listenHosts(
  env: Pick<Env, "DEMO" | "PUBLIC_URL">,
  state: DemoState,
): readonly string[] | undefined {
  const holdsDemo = state === "whole" || state === "half made";
  if (!holdsDemo || env.DEMO === "1") return undefined;
  if (env.PUBLIC_URL?.startsWith("https:")) {
    throw new StartError(
      "The database contains the demo, whose passwords are public. Set DEMO=1 to serve it at an https PUBLIC_URL anyway",
    );
  }
  return ["127.0.0.1", "::1"];
}
