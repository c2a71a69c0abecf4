import type pg from "pg";

/** The facts of a call that decide about its notifications. */
export interface CallState {
  psychic_id: number;
  customer_id: number;
  /** ISO 8601. */
  at: string;
  minutes: number;
  channel: "Call" | "Chat";
  status: "booked" | "changed" | "cancelled" | "done";
}

/** A notification about a call, before it is stored. */
export interface CallNews {
  user_id: number;
  kind: "booked" | "changed" | "cancelled";
  call_id: string;
  /** The start that the notification names; of a cancelled call the last known one. */
  call_at: string;
}

const notifiedFacts = ["customer_id", "at", "minutes", "channel"] as const;

/** The notifications that a change of a call causes; none for calls in the past. */
export function newsOfCall(
  call_id: string,
  before: CallState | null,
  after: CallState,
  now: Date,
): CallNews[] {
  const isFuture = ({ at }: CallState) => Date.parse(at) > now.getTime();
  const isLive = ({ status }: CallState) => status === "booked" || status === "changed";
  const liveBefore = before && isLive(before) ? before : null;
  const liveAfter = isLive(after) ? after : null;
  const isSamePsychic = liveBefore?.psychic_id === after.psychic_id;
  const news: CallNews[] = [];
  const add = ({ psychic_id, at }: CallState, kind: CallNews["kind"]) =>
    news.push({ user_id: psychic_id, kind, call_id, call_at: at });
  // A call that moves to another psychic is cancelled for the first one.
  const isLost = liveBefore && (after.status === "cancelled" || (liveAfter && !isSamePsychic));
  if (isLost && isFuture(liveBefore)) add(liveBefore, "cancelled");
  if (liveAfter && isFuture(liveAfter)) {
    if (!liveBefore || !isSamePsychic) add(liveAfter, "booked");
    else if (notifiedFacts.some((fact) => liveBefore[fact] !== liveAfter[fact]))
      add(liveAfter, "changed");
  }
  return news;
}

/**
 * Stores notifications about calls in the transaction that changes the calls. They replace unsent
 * notifications about the same call: if nobody was notified of a booking, a change is still sent as
 * a booking, and a cancellation is not sent at all.
 */
export async function storeCallNews(
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
