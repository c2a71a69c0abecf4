import type pg from "pg";
import { namedAccounts } from "../people/named.ts";
import type { Shift } from "../people/shifts.ts";
import type { Regular, World, WorldPsychic } from "./world.ts";

interface PsychicRow {
  id: number;
  username: string;
  gender: string | null;
  permissions: string[];
  week: Shift[];
  readings: number;
  rate: number | null;
}

/** The readings of this many days before `opened` show which psychics are popular. */
const popularityDays = 60;
const averageDays = 28;
/** Cents per minute of a psychic without readings. */
const usualRate = 399;
/** The seed's bookings have shorter ids than those of the simulated platform. */
const seededBooking = 6;
/** Newer customers belong to the simulated platform, and the plan creates them. */
const seededBelow = 1_000_000;
const customersAtMost = 3_000;

/**
 * The active psychics, whom the real platform would know from the portal's deliveries, and the
 * seed's customers.
 * @param opened the seed's instant, in epoch milliseconds.
 */
export async function readWorld(pool: pg.Pool, opened: number): Promise<World> {
  const at = new Date(opened);
  const { rows: psychics } = await pool.query<PsychicRow>(
    `select p.user_id as id, u.username, d.gender, p.permissions,
            coalesce(w.week, '[]') as week, coalesce(r.readings, 0)::integer as readings, r.rate
       from psychics p
       join users u on u.id = p.user_id
       left join profile_details d on d.psychic_id = p.user_id and d.state = 'edited'
       left join lateral (
         select json_agg(json_build_object('day', day, 'starts', to_char(starts, 'HH24:MI'),
                'ends', to_char(ends, 'HH24:MI'), 'status', status, 'weeks', weeks) order by day, number) as week
           from schedule_segments s where s.psychic_id = p.user_id
       ) w on true
       left join lateral (
         select count(*) filter (where minutes > 0) as readings, max(rate_cents) as rate
           from readings r
          where r.psychic_id = p.user_id and r.started_at <= $1
            and r.started_at > $1::timestamptz - make_interval(days => $2)
       ) r on true
      where p.account_status = 'Active'
      order by p.user_id`,
    [at, popularityDays],
  );
  const { rows: customers } = await pool.query<{ id: string; username: string }>(
    `select id, username from customers
      where not blocked and id < $1 order by id desc limit $2`,
    [seededBelow, customersAtMost],
  );
  const { rows: pairs } = await pool.query<Regular & { psychic_id: number }>(
    `select r.psychic_id, r.customer_id as id, c.username, count(*)::integer as readings
       from readings r join customers c on c.id = r.customer_id
      where r.minutes > 0 and not c.blocked and c.id < $2 and r.started_at <= $1
        and r.started_at > $1::timestamptz - interval '120 days'
      group by 1, 2, 3 having count(*) >= 2 order by 1, 2`,
    [at, seededBelow],
  );
  const { rows: booked } = await pool.query<{ id: number; at: Date | string; minutes: number }>(
    `select psychic_id as id, at, minutes from scheduled_calls
      where length(id) = $1 and status <> 'cancelled' order by id`,
    [seededBooking],
  );
  const { rows: average } = await pool.query<{ a_day: number }>(
    `select count(*)::float8 / $2::integer as a_day from readings
      where started_at <= $1 and started_at > $1::timestamptz - make_interval(days => $2)`,
    [at, averageDays],
  );
  return {
    opened,
    readingsPerDay: Math.max(100, average[0]?.a_day ?? 0),
    psychics: psychics.map(psychicOf),
    booked: booked.map(({ id, at, minutes }) => {
      const start = new Date(at).getTime();
      return { psychicId: id, start, end: start + minutes * 60_000 };
    }),
    customers: customers.map(({ id, username }) => ({ id: Number(id), username })),
    regulars: Map.groupBy(
      pairs.map((pair) => ({ ...pair, id: Number(pair.id) })),
      ({ psychic_id }) => psychic_id,
    ),
  };
}

function psychicOf(row: PsychicRow): WorldPsychic {
  const { id, username, gender, permissions, week, readings, rate } = row;
  return {
    id,
    username,
    isNamed: namedAccounts.includes(username),
    isMan: gender === "M",
    takesCalls: permissions.includes("AgentPhone"),
    takesChats: permissions.includes("AgentChat"),
    week,
    // New psychics start with few calls, and no psychic is so popular that others get none.
    popularity: 3 + readings,
    rate: rate ?? usualRate,
  };
}
