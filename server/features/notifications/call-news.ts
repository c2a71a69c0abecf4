import type pg from "pg";

/** What is told of a call when it is booked, and again when that changes. */
export interface CallState {
  psychic_id: number;
  customer_id: number;
  /** ISO 8601. */
  at: string;
  minutes: number;
  channel: "Call" | "Chat";
  status: "booked" | "changed" | "cancelled" | "done";
}

/** Whom a change of a call is told, and as what. */
export interface CallNews {
  user_id: number;
  kind: "booked" | "changed" | "cancelled";
  call_id: string;
  /** The start that is told: of a cancelled call the one that was known. */
  call_at: string;
}

const told = ["customer_id", "at", "minutes", "channel"] as const;

/** What a change of a call means for its psychics; nothing of what lies in the past. */
export function newsOfCall(
  call_id: string,
  before: CallState | null,
  after: CallState,
  now: Date,
): CallNews[] {
  const isToCome = ({ at }: CallState) => Date.parse(at) > now.getTime();
  const isLive = ({ status }: CallState) => status === "booked" || status === "changed";
  const had = before && isLive(before) ? before : null;
  const has = isLive(after) ? after : null;
  const isSame = had?.psychic_id === after.psychic_id;
  const news: CallNews[] = [];
  const tell = ({ psychic_id, at }: CallState, kind: CallNews["kind"]) =>
    news.push({ user_id: psychic_id, kind, call_id, call_at: at });
  // Given to another psychic it is cancelled for the first one.
  const isLost = had && (after.status === "cancelled" || (has && !isSame));
  if (isLost && isToCome(had)) tell(had, "cancelled");
  if (has && isToCome(has)) {
    if (!had || !isSame) tell(has, "booked");
    else if (told.some((fact) => had[fact] !== has[fact])) tell(has, "changed");
  }
  return news;
}

/**
 * Keeps what is to be told of calls, in the transaction that changes them. What was to be told of
 * the same call before is void: one that nobody was told of stays booked when it changes, and is
 * not mentioned when it is cancelled.
 */
export async function tellCallNews(
  client: pg.PoolClient,
  news: readonly CallNews[],
  now: Date,
): Promise<void> {
  await client.query(
    `with given as (
       select g.*, 'call-' || g.call_id as subject
         from json_to_recordset($1) as g
           (user_id integer, kind text, call_id text, call_at timestamptz)
     ), overtaken as (
       update notifications n set ended_at = $2
         from given g
        where n.user_id = g.user_id and n.subject = g.subject and n.ended_at is null
          and n.kind in ('booked', 'changed', 'cancelled')
       returning n.user_id, n.subject, n.kind = 'booked' and n.attempts = 0 as unknown
     ), unknown as (
       select user_id, subject from overtaken where unknown
     )
     insert into notifications
       (user_id, kind, subject, call_id, call_at, created_at, due_at, expires_at)
     select g.user_id, case when u.user_id is null then g.kind else 'booked' end, g.subject,
         g.call_id, g.call_at, $2, $2, g.call_at
       from given g
       left join unknown u using (user_id, subject)
      where u.user_id is null or g.kind <> 'cancelled'`,
    [JSON.stringify(news), now],
  );
}
