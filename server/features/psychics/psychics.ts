import type pg from "pg";
import { prepared } from "#server/db/connection.ts";
import { sumColumns } from "#server/queries/reading-sums.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { PsychicRow, psychicEndpoints } from "#shared/psychics.ts";
import {
  averageLength,
  dollars,
  ratingAverage,
  repeatMinutes,
  repeatPercentage,
  repeats,
  revenueCents,
  revenuePerCall,
  type Sums,
  totalCalls,
  totalMinutes,
} from "#shared/rules/metrics.ts";

/** The live columns of a row of `/psychics`; the figures come from the roll-up. */
type LivePsychic = Pick<
  PsychicRow,
  | "user_id"
  | "user_name"
  | "first_name"
  | "last_name"
  | "phone_extension"
  | "date"
  | "account_status"
  | "status"
  | "manager_id"
>;

const livePsychics = prepared<LivePsychic>(
  "psychics-live",
  `select p.user_id, u.username as user_name, u.first as first_name, u.last as last_name,
          p.extension as phone_extension, u.created_at as date, p.account_status,
          coalesce(a.code, 'B') as status, p.manager_id
     from psychics p
     join users u on u.id = p.user_id
     left join availability a on a.psychic_id = p.user_id`,
);

const noSums = Object.fromEntries(sumColumns.map((column) => [column, 0])) as unknown as Sums;

/** Every psychic with the figures of a range, ranked by revenue in the range, then by id. */
export async function rankedPsychics(
  pool: pg.Pool,
  figures: readonly (Sums & { psychic_id: number })[],
): Promise<PsychicRow[]> {
  const known = new Map(figures.map((sums) => [sums.psychic_id, sums]));
  const psychics = (await livePsychics(pool, [])).map((live) => {
    const sums = known.get(live.user_id) ?? noSums;
    return { live, sums, cents: revenueCents(sums) };
  });
  psychics.sort((a, b) => b.cents - a.cents || a.live.user_id - b.live.user_id);
  return psychics.map(({ live, sums, cents }, place) => ({
    ...live,
    total_mins: totalMinutes(sums),
    rep_mins: repeatMinutes(sums),
    total_calls: totalCalls(sums),
    rep_calls: repeats(sums),
    total_missed: sums.missed,
    rep_call_pct: repeatPercentage(sums),
    alc: averageLength(sums),
    ranking: place + 1,
    free_minutes: sums.free_minutes,
    total_revenue: dollars(cents),
    rev_per_call: revenuePerCall(sums),
  }));
}

export type Psychic = ResponseOf<typeof psychicEndpoints.getPsychic>;

const onePsychic = prepared<Omit<Psychic, "avg_rating"> & Pick<Sums, "rating_sum" | "ratings">>(
  "psychic",
  `select p.user_id, u.username, u.first, u.last, u.email, phone.phone_number as phone,
          p.extension, shown.name as image, p.account_status, coalesce(a.code, 'B') as status,
          array_to_string(p.permissions, ',') as permissions, p.auto_email, p.requires_approval,
          u.created_at as signup_date, p.profile_status, waiting.name as pending_image,
          p.manager_id, rated.rating_sum, rated.ratings
     from psychics p
     join users u on u.id = p.user_id
     left join phones phone on phone.user_id = p.user_id and phone.preferred
     left join availability a on a.psychic_id = p.user_id
     left join pictures shown on shown.user_id = p.user_id and shown.state = 'approved'
     left join pictures waiting on waiting.user_id = p.user_id and waiting.state = 'pending'
    cross join lateral (
      select coalesce(sum(m.rating_sum), 0) as rating_sum, coalesce(sum(m.ratings), 0) as ratings
        from monthly_statistics m
       where m.psychic_id = p.user_id
    ) rated
    where p.user_id = $1::bigint`,
);

/** One psychic; undefined if the id belongs to no psychic. */
export async function findPsychic(pool: pg.Pool, id: number): Promise<Psychic | undefined> {
  const [row] = await onePsychic(pool, [id]);
  return row && { ...row, avg_rating: ratingAverage(row) };
}

const availabilityOf = prepared<{ code: string | null }>(
  "availability",
  `select a.code
     from psychics p
     left join availability a on a.psychic_id = p.user_id
    where p.user_id = $1::bigint`,
);

/** The code; null without an availability, undefined if the id belongs to no psychic. */
export async function readAvailability(
  pool: pg.Pool,
  id: number,
): Promise<string | null | undefined> {
  const [row] = await availabilityOf(pool, [id]);
  return row?.code;
}

/** How an availability is sent. */
export const availabilityBody = (code: string | null) => (code === null ? [] : [{ code }]);

const busy = prepared<{ busy: number }>(
  "psychics-busy",
  "select count(*) as busy from availability where code = 'B'",
);

/** The number of psychics who are on a call or chat now. */
export async function countBusy(pool: pg.Pool): Promise<number> {
  const [row] = await busy(pool, []);
  return row?.busy ?? 0;
}
