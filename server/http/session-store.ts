import connectPgSimple from "connect-pg-simple";
import session, { type SessionData } from "express-session";
import type pg from "pg";
import { batchCalls } from "../db/batch-calls.ts";
import { prepared, silence } from "../db/connection.ts";
import { pruneRows } from "../db/prune-rows.ts";
import { lives } from "../retention.ts";
import type { Viewer } from "./handler.ts";

declare module "express-session" {
  interface SessionData {
    viewer: Viewer;
    /** Of the user at sign-in; a raised one makes the session nobody's. */
    epoch: number;
    /** Epoch milliseconds. */
    signedInAt: number;
    /** When its user last gave the password again: epoch milliseconds (B6). */
    confirmedAt: number;
    /** A UUID: names the login records that this session keeps open. */
    loginKey: string;
    /**
     * Set by a recovery link (D9): whose password may be set, until when (epoch milliseconds), and
     * the hash of the link, in hex, which must not have been used by then.
     */
    grant: { userId: number; until: number; link: string };
    /** When the row was last written: epoch milliseconds. */
    touchedAt: number;
  }
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** D2, in milliseconds: since the last use, and at most. */
export const sessionLife = {
  psychic: { idle: 30 * day, atMost: 180 * day },
  manager: { idle: 12 * hour, atMost: 7 * day },
  visitor: { idle: 15 * minute, atMost: 15 * minute },
};
/** How often at most a session's use is written. */
const touchEvery = 5 * minute;
/** A work session ends at its last action after this long without one (D17). */
export const loginIdle = 30 * minute;

const readSessions = prepared<{ sid: string; sess: string }>(
  "sessions-read",
  `select s.sid, s.sess::text as sess
     from sessions s
     left join users u on u.id = s.user_id
    where s.sid = any ($1::text[]) and s.expire > $2 and not s.ended
      and (s.user_id is null or u.session_epoch = s.epoch)`,
  // A database that hangs holds every signed-in call only so long.
  silence,
);

const writeSession = prepared(
  "session-write",
  // A tombstone stays one: a request that was under way at sign-out cannot revive the session.
  `insert into sessions (sid, sess, expire, user_id, epoch) values ($1, $2, $3, $4, $5)
   on conflict (sid) do update
      set sess = excluded.sess, expire = excluded.expire, user_id = excluded.user_id,
          epoch = excluded.epoch
    where not sessions.ended`,
);

const touchSession = prepared(
  "session-touch",
  // The same write says when its owner last did something: in the login record that is open, or,
  // where that ended for want of action, in a new one. Of requests that arrive together one notes
  // it: the others wait for its row, find it written, and would open a login record each.
  `with touched as (
     update sessions set sess = $2, expire = $3
      where sid = $1 and not ended and coalesce((sess ->> 'touchedAt')::bigint, 0) <= $7
     returning user_id
   ), going_on as (
     update logins l set last_action_at = $4
       from touched
      where l.session_key = $5 and l.ended_at is null and l.last_action_at > $6
     returning l.id
   )
   insert into logins (user_id, source, session_key, started_at, last_action_at)
   select user_id, 'portal', $5, $4, $4 from touched
    where $5::uuid is not null and not exists (select 1 from going_on)`,
);

const endSession = prepared(
  "session-end",
  `update sessions set ended = true, sess = '{}', expire = $2 where sid = $1 and not ended`,
);

type Callback = (error?: unknown) => void;

const PgStore = connectPgSimple(session);

/**
 * connect-pg-simple on our own statements: one prepared read that also checks the user's epoch
 * (safety 2, safety 3), tombstones instead of deletes, and a touch at most every five minutes (safety 4).
 */
export class SessionStore extends PgStore {
  readonly #pool: pg.Pool;
  readonly #clock: () => Date;
  readonly #read = batchCalls(async (sids: string[]) => {
    const rows = await readSessions(this.#pool, [sids, this.#clock()]);
    const found = new Map(rows.map(({ sid, sess }) => [sid, sess]));
    return sids.map((sid) => found.get(sid));
  });

  constructor(pool: pg.Pool, clock: () => Date) {
    // A job prunes; a timer in every process would do it again.
    super({ pool, tableName: "sessions", pruneSessionInterval: false });
    this.#pool = pool;
    this.#clock = clock;
  }

  override get(
    sid: string,
    callback: (error: unknown, session?: SessionData | null) => void,
  ): void {
    // Parsed for each: a request may change the session it was given.
    this.#read(sid).then(
      (sess) => callback(null, sess === undefined ? null : JSON.parse(sess)),
      (error) => callback(error),
    );
  }

  override set(sid: string, data: SessionData, callback: Callback = () => {}): void {
    writeSession(this.#pool, [
      sid,
      this.#stamped(data),
      this.#expiry(data),
      data.viewer?.userId ?? null,
      data.epoch ?? null,
    ]).then(() => callback(), callback);
  }

  override touch(sid: string, data: SessionData, callback: Callback = () => {}): void {
    const now = this.#clock().getTime();
    if (now - (data.touchedAt ?? 0) < touchEvery) {
      callback();
      return;
    }
    touchSession(this.#pool, [
      sid,
      this.#stamped(data),
      this.#expiry(data),
      new Date(now),
      data.loginKey ?? null,
      new Date(now - loginIdle),
      now - touchEvery,
    ]).then(() => callback(), callback);
  }

  override destroy(sid: string, callback: Callback = () => {}): void {
    const kept = new Date(this.#clock().getTime() + hour);
    endSession(this.#pool, [sid, kept]).then(() => callback(), callback);
  }

  #stamped(data: SessionData): string {
    return JSON.stringify({ ...data, touchedAt: this.#clock().getTime() });
  }

  #expiry(data: SessionData): Date {
    const now = this.#clock().getTime();
    const life = sessionLife[data.viewer?.role ?? "visitor"];
    return new Date(Math.min(now + life.idle, (data.signedInAt ?? now) + life.atMost));
  }
}

export const pruneSessions = pruneRows("sessions", "expire < ?", lives.sessions);
