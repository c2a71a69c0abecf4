import type { Knex } from "knex";

/** A line of the trail as its command shows it. */
export interface TrailLine {
  at: Date;
  actor: string | null;
  action: string;
  subject: string | null;
  address: string | null;
  browser: string | null;
  detail: Record<string, unknown>;
  /** How often it happened in its hour, where the trail has one row of that. */
  times: number;
}

/** Who has this username; a number is an id already. */
export async function findUserId(sql: Knex, user: string): Promise<number | undefined> {
  if (/^[1-9]\d{0,8}$/.test(user)) return Number(user);
  const row = await sql("users").whereRaw("lower(username) = lower(?)", [user]).first("id");
  return row?.id;
}

/** The newest lines of the trail; `userId` did them, or they are about that user. */
export function listTrail(
  sql: Knex,
  asked: {
    userId?: number | undefined;
    action?: string | undefined;
    since?: Date | undefined;
    limit: number;
  },
): Promise<TrailLine[]> {
  const { userId, action, since, limit } = asked;
  return sql("audit_trail as t")
    .leftJoin("users as a", "a.id", "t.actor_id")
    .leftJoin("users as s", "s.id", "t.subject_id")
    .joinRaw(
      `left join audit_hours h on h.actor_id = t.actor_id and h.action = t.action
         and h.hour = date_trunc('hour', t.at, 'UTC')
         and h.about = coalesce(t.detail ->> 'route', t.subject_id::text)`,
    )
    .modify((query) => {
      if (userId !== undefined) {
        query.where((either) => either.where("t.actor_id", userId).orWhere("t.subject_id", userId));
      }
      if (action !== undefined) query.where("t.action", action);
      if (since !== undefined) query.where("t.at", ">=", since);
    })
    .orderBy("t.id", "desc")
    .limit(limit)
    .select(
      "t.at",
      sql.raw("coalesce(a.username, t.actor_id::text) as actor"),
      "t.action",
      sql.raw("coalesce(s.username, t.subject_id::text) as subject"),
      "t.address",
      "t.browser",
      "t.detail",
      sql.raw("coalesce(h.times, 1) as times"),
    );
}
