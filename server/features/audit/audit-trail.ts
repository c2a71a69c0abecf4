import type { Knex } from "knex";

/** A row of the trail as the command prints it. */
export interface TrailLine {
  at: Date;
  actor: string | null;
  action: string;
  subject: string | null;
  address: string | null;
  browser: string | null;
  detail: Record<string, unknown>;
  /** How often it happened within the hour, for rows that are written once an hour. */
  times: number;
}

/** The user with this username or id. */
export async function findUserId(sql: Knex, user: string): Promise<number | undefined> {
  if (/^[1-9]\d{0,8}$/.test(user)) return Number(user);
  const row = await sql("users").whereRaw("lower(username) = lower(?)", [user]).first("id");
  return row?.id;
}

/** The newest rows of the trail; with `userId` those by that user or about that user. */
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
    .orderBy("t.at", "desc")
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
