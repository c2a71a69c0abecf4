import type pg from "pg";
import { lendClient } from "#server/db/lend-client.ts";
import { figuresOf, sumsOfReadings } from "#server/queries/reading-sums.ts";
import { startOfDay } from "#server/queries/start-of-day.ts";
import { StartError } from "#server/start-error.ts";
import type { DateRange } from "#shared/rules/date-range.ts";
import type { OtherWeekLine, PsychicKey, WeekFile, WeekLine } from "./week-file.ts";

/** Figures in the old system and here; null where there are none. */
export interface Pair {
  old: number | string | null;
  here: number | string | null;
}

export interface Difference {
  what: "psychic" | "reading";
  /** The username, or the file's own text if no psychic here matches it. */
  psychic: string | null;
  connectionId: string | null;
  state: "equal" | "differs" | "missing here" | "extra here" | "unknown psychic";
  /** For a reading that our week lacks: the New York day on which we have it. */
  otherDay: string | null;
  /** By column of the file; cents end in `_cents`. */
  figures: Readonly<Record<string, Pair>>;
}

const batchRows = 2_000;

/** The condition under which a psychic `p` with the user `u` is the one of a line `o`. */
const isPsychic: Record<PsychicKey, string> = {
  external_id: "p.external_id = o.psychic",
  user_id: "p.user_id::text = o.psychic",
  extension: "p.extension = o.psychic",
  username: "lower(u.username) = lower(o.psychic)",
};

/**
 * Compares the old system's week with ours: each psychic, and each reading if the file has them.
 * The lines go into a temporary table, so that memory does not grow with the file.
 * @param onDifference is called for every psychic, equal ones too, by username; then for every
 * reading that differs.
 * @throws StartError with one line for a file that cannot be compared.
 */
export function reconcile(
  pool: pg.Pool,
  file: WeekFile,
  week: DateRange,
  onDifference: (difference: Difference) => void,
): Promise<{ lines: number }> {
  return lendClient(pool, async (client) => {
    // The pool's limits are for requests.
    await client.query("begin; set local statement_timeout = 0");
    const lines = await loadLines(client, file);
    await loadOurs(client, week);
    await matchPsychics(client, file);
    await forEachRow(client, comparedPsychics(file), onDifference);
    if (file.hasReadings) await forEachRow(client, comparedReadings(file), onDifference);
    await client.query("rollback");
    return { lines };
  });
}

/**
 * Loads the lines. A later line about the same reading corrects an earlier one, as in an import.
 */
async function loadLines(client: pg.PoolClient, { hasReadings, lines }: WeekFile): Promise<number> {
  await client.query(`
    create temp table old_lines (
      line integer not null, psychic text, psychic_key text, connection_id text unique, conn_type text,
      calls bigint, chats bigint, minutes bigint, free_minutes bigint, paid_minutes bigint,
      rate_cents bigint, revenue_cents bigint
    ) on commit drop`);
  const insert = `
    insert into old_lines select * from json_populate_recordset(null::old_lines, $1::json)`;
  const correct = `${insert} on conflict (connection_id) do update
    set (line, psychic, psychic_key, conn_type, minutes, free_minutes, paid_minutes, rate_cents,
        revenue_cents)
      = row (excluded.line, excluded.psychic, excluded.psychic_key, excluded.conn_type,
        excluded.minutes, excluded.free_minutes, excluded.paid_minutes, excluded.rate_cents,
        excluded.revenue_cents)`;
  let count = 0;
  let batch = new Map<string, WeekLine | OtherWeekLine>();
  const write = async () => {
    if (batch.size === 0) return;
    const all = [...batch.values()];
    const others = all.flatMap((one) => ("isOther" in one ? [one.connection_id] : []));
    if (others.length > 0) {
      await client.query("delete from old_lines where connection_id = any ($1)", [others]);
    }
    const ours = all.filter((one) => !("isOther" in one));
    await client.query(hasReadings ? correct : insert, [JSON.stringify(ours)]);
    batch = new Map();
  };
  for await (const one of lines) {
    if (!("isOther" in one)) count++;
    // One statement cannot change a row twice.
    batch.set(one.connection_id ?? String(one.line), one);
    if (batch.size >= batchRows) await write();
  }
  await write();
  return count;
}

/** Our readings of the week, looked up psychic by psychic, so that the index finds each. */
async function loadOurs(client: pg.PoolClient, { start, end }: DateRange): Promise<void> {
  await client.query(
    `create temp table ours on commit drop as
     select r.*
       from psychics p
      cross join lateral (
        select psychic_id, connection_id, conn_type, minutes, free_minutes, paid_minutes,
               rate_cents, revenue_cents
          from readings
         where psychic_id = p.user_id
           and started_at >= ${startOfDay(`'${start}'::date`)}
           and started_at < ${startOfDay(`'${end}'::date + 1`)}) r`,
  );
  await client.query("analyze ours; analyze old_lines");
}

/** Finds the psychic of each line; if the file names none, the one who has that reading here. */
async function matchPsychics(
  client: pg.PoolClient,
  { hasReadings, psychicKeys }: WeekFile,
): Promise<void> {
  const found = psychicKeys.map(
    (key) => `
      select psychic_key, psychic, p.user_id as psychic_id
        from (select distinct psychic_key, psychic from old_lines where psychic_key = '${key}') o
        join (psychics p join users u on u.id = p.user_id) on ${isPsychic[key]}`,
  );
  await client.query(
    found.length > 0
      ? `create temp table matched on commit drop as
         select * from old_lines left join (${found.join(" union all ")}) found
          using (psychic_key, psychic)`
      : `create temp table matched on commit drop as
         select o.*, r.psychic_id from old_lines o left join ours r using (connection_id)`,
  );
  await client.query("analyze matched");
  if (hasReadings) return;
  const { rows } = await client.query<{ psychic: string; lines: number[] }>(
    `select min(psychic) as psychic, (array_agg(line order by line))[1:2] as lines
       from matched group by coalesce(psychic_id::text, 'unknown ' || psychic)
     having count(*) > 1 limit 1`,
  );
  const [twice] = rows;
  if (twice) {
    throw new StartError(`Lines ${twice.lines.join(" and ")} are about the same psychic`);
  }
}

/** SQL of the figures of `o`, the old system, and `r`, ours. */
const pair = (field: string) =>
  `'${field}', json_build_object('old', o.${field}, 'here', r.${field})`;
const figures = (fields: readonly string[]) => `json_build_object(${fields.map(pair).join(", ")})`;
const differ = (fields: readonly string[]) =>
  fields.map((field) => `o.${field} is distinct from r.${field}`).join(" or ");

/** The sums of our readings; the figures have the formulas of the statistics (D21). */
const ourSums = sumsOfReadings([
  ...(["calls", "call_minutes", "call_revenue_cents"] as const),
  ...(["chats", "chat_minutes", "chat_revenue_cents"] as const),
]);

function comparedPsychics({ hasReadings, compared }: WeekFile): string {
  const withChats = compared.includes("chats");
  const fields = ["calls", ...(withChats ? ["chats"] : []), "minutes", "revenue_cents"];
  const old = hasReadings
    ? `select psychic_id, case when psychic_id is null then psychic end as psychic,
              count(*) filter (where minutes > 0) as calls, sum(minutes) as minutes,
              sum(revenue_cents) as revenue_cents
         from matched group by 1, 2`
    : `select psychic_id, psychic, ${fields.join(", ")} from matched`;
  const orZero = fields.map((field) => `coalesce(${field}, 0)::bigint as ${field}`).join(", ");
  return `
    select 'psychic' as what, coalesce(u.username, o.psychic) as psychic, null as "connectionId",
           case when u.id is null then 'unknown psychic'
                when ${differ(fields)} then 'differs' else 'equal' end as state,
           null as "otherDay", ${figures(fields)} as figures
      from (${old}) given
      full join (
        select psychic_id, ${withChats ? "s.calls" : figuresOf.calls} as calls, s.chats,
               ${figuresOf.minutes} as minutes, ${figuresOf.cents} as revenue_cents
          from (select psychic_id, ${ourSums} from ours r group by psychic_id) s
      ) sums using (psychic_id)
     cross join lateral (select given.psychic, ${orZero} from (select given.*) one) o
     cross join lateral (select ${orZero} from (select sums.*) one) r
      left join users u on u.id = psychic_id
     order by u.username, o.psychic`;
}

/**
 * Readings that differ, are missing here, or are extra here. If the file has no missed reading, we
 * assume that it leaves missed readings out. Ours then do not count as differences.
 */
function comparedReadings({ psychicKeys, compared }: WeekFile): string {
  const isNamed = psychicKeys.length > 0;
  const values = compared.filter((field) => field !== "psychic");
  const isOther = isNamed ? " or o.psychic_id is distinct from r.psychic_id" : "";
  return `
    select 'reading' as what, coalesce(u.username, o.psychic) as psychic, connection_id as "connectionId",
           case when r.psychic_id is null then 'missing here'
                when o.line is null then 'extra here' else 'differs' end as state,
           elsewhere.day::text as "otherDay",
           ${figures(values)}::jsonb${
             isNamed
               ? ` || case when o.psychic_id is distinct from r.psychic_id and o.line is not null
                     and r.psychic_id is not null
                     then jsonb_build_object('psychic', jsonb_build_object('old', o.psychic, 'here', v.username))
                     else '{}' end`
               : ""
           } as figures
      from matched o
      full join ours r using (connection_id)
      left join users u on u.id = coalesce(o.psychic_id, r.psychic_id)
      left join users v on v.id = r.psychic_id
      left join lateral (
        select new_york_day(k.started_at) as day from reading_places(array[o.connection_id]) k
         where r.psychic_id is null
      ) elsewhere on true
     where r.psychic_id is null
        or (o.line is null and (r.minutes > 0 or r.revenue_cents > 0
              or exists (select from matched where minutes = 0)))
        or (o.line is not null and (${differ(values)}${isOther}))
     order by u.username, connection_id`;
}

async function forEachRow(
  client: pg.PoolClient,
  statement: string,
  onDifference: (difference: Difference) => void,
): Promise<void> {
  await client.query(`declare compared no scroll cursor for ${statement}`);
  for (;;) {
    const { rows } = await client.query<Difference>(`fetch ${batchRows} from compared`);
    for (const row of rows) onDifference(row);
    if (rows.length < batchRows) break;
  }
  await client.query("close compared");
}
