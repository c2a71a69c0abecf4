import connectPgSimple from "connect-pg-simple";
import session, { type SessionData } from "express-session";
import type pg from "pg";
import { batchCalls } from "../db/batch-calls.ts";
import { prepared } from "../db/connection.ts";
import { pruneRows } from "../db/prune-rows.ts";
import { queryTimeout } from "../db/timeouts.ts";
import { lives } from "../retention.ts";
import type { Services } from "../services.ts";
import type { Viewer } from "./handler.ts";

declare module "express-session" {
  interface SessionData {
    viewer: Viewer;
    /** The user's epoch when the session got its id. Raising the user's epoch ends the session. */
    epoch: number;
    /** Epoch milliseconds. */
    signedInAt: number;
    /** When the user last confirmed who they are: epoch milliseconds (B6). */
    confirmedAt: number;
    /** The second factor of this sign-in. Absent after a sign-in with only a password. */
    factor: "passkey" | "app" | "recovery";
    /**
     * A sign-in whose password was right, until `until` (epoch milliseconds). It waits for a second
     * factor, or with `isSetup` for the user's first one.
     */
    held: {
      viewer: Viewer;
      epoch: number;
      place: string | null;
      until: number;
      isSetup: boolean;
    };
    /** A UUID that links the session with its logins. */
    loginKey: string;
    /** Such as "Chrome on Android". An earlier release stores neither this nor `place`. */
    browser: string | null;
    /** The city of the browser's time zone at sign-in. */
    place: string | null;
    /**
     * Set by a recovery link (D9): the user whose password may be set, and until when (epoch
     * milliseconds). `link` is the link's hash in hex; the link must still be unused when the
     * password is set.
     */
    grant: { userId: number; until: number; link: string };
    /** When the row was last written: epoch milliseconds. */
    touchedAt: number;
  }
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** In milliseconds: how long a session may be idle, and how long it may last (D2). */
export const sessionLife = {
  psychic: { idle: 30 * day, atMost: 180 * day },
  manager: { idle: 12 * hour, atMost: 7 * day },
  visitor: { idle: 15 * minute, atMost: 15 * minute },
};
/** In milliseconds: how long the row of an ended session stays. */
export const tombstoneLife = hour;
/** A session's use is written at most this often (ms). */
const touchEvery = 5 * minute;

interface StoredSession {
  sid: string;
  sess: string;
  staffRole: Viewer["staffRole"];
}

const readSessions = prepared<StoredSession>(
  "sessions-read",
  // A changed role counts at once. An earlier release creates managers without one.
  `select s.sid, s.sess::text as sess,
          coalesce(u.staff_role, case u.role when 'manager' then 'manager' end) as "staffRole"
     from sessions s
     left join users u on u.id = s.user_id
    where s.sid = any ($1::text[]) and s.expire > $2 and not s.ended
      and (s.user_id is null or (u.session_epoch = s.epoch and u.locked_at is null))
      -- After these days, a session of staff counts only with a second factor (D53).
      and ($3::integer is null or u.factor_asked_at is null
           or u.factor_asked_at + $3 * interval '1 day' > $2 or s.sess ->> 'factor' is not null)`,
  // Every signed-in call waits for this query: do not wait long for a database that hangs.
  queryTimeout,
);

const writeSession = prepared(
  "session-write",
  // Never revives an ended session: a request may still be running at sign-out.
  `insert into sessions (sid, sess, expire, user_id, epoch) values ($1, $2, $3, $4, $5)
   on conflict (sid) do update
      set sess = excluded.sess, expire = excluded.expire, user_id = excluded.user_id,
          epoch = excluded.epoch
    where not sessions.ended`,
);

const touchSession = (recordActivity: string) =>
  prepared(
    "session-touch",
    // Only one of several simultaneous requests updates the row; the others wait for its lock, find it
    // updated and record nothing.
    `with touched as (
       update sessions set sess = $2, expire = $3
        where sid = $1 and not ended
          and abs($6::bigint - coalesce((sess ->> 'touchedAt')::bigint, 0)) >= $7::bigint
       returning user_id, $5::uuid as session_key, $4::timestamptz as at
     ), ${recordActivity}`,
  );

const endSession = prepared(
  "session-end",
  `update sessions set ended = true, sess = '{}', expire = $2 where sid = $1 and not ended`,
);

type Callback = (error?: unknown) => void;

const PgStore = connectPgSimple(session);

type StoreServices = Pick<Services, "db" | "clock" | "staffFactorDays">;

/**
 * connect-pg-simple with our own statements. One prepared query reads sessions and checks their
 * users' epochs (safety 2, safety 3). The row of an ended session stays for an hour. `touch` writes
 * at most every five minutes (safety 4).
 */
export class SessionStore extends PgStore {
  readonly #pool: pg.Pool;
  readonly #clock: () => Date;
  readonly #factorDays: number | null;
  readonly #touch: ReturnType<typeof touchSession>;
  /** The sessions of requests that do not count as activity. */
  readonly #untouched = new WeakSet<object>();
  readonly #read = batchCalls(async (sids: string[]) => {
    const rows = await readSessions(this.#pool, [sids, this.#clock(), this.#factorDays]);
    const found = new Map(rows.map((row) => [row.sid, row]));
    return sids.map((sid) => found.get(sid));
  });

  /**
   * @param recordActivity SQL that is appended to `with touched as (…)` when a session's use is
   * written: the CTE's rows name the `user_id`, the `session_key` of the login and the time `at`.
   */
  constructor({ db: { pool }, clock, staffFactorDays }: StoreServices, recordActivity: string) {
    // The prune job removes expired sessions; a timer would run in every process.
    super({ pool, tableName: "sessions", pruneSessionInterval: false });
    this.#pool = pool;
    this.#clock = clock;
    this.#factorDays = staffFactorDays;
    this.#touch = touchSession(recordActivity);
  }

  override get(
    sid: string,
    callback: (error: unknown, session?: SessionData | null) => void,
  ): void {
    // Each request gets a copy of its own, because it may change the copy.
    this.#read(sid).then(
      (stored) => callback(null, stored ? sessionOf(stored) : null),
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

  /** `touch` will do nothing with this request's session. */
  leaveUntouched(data: object): void {
    this.#untouched.add(data);
  }

  override touch(sid: string, data: SessionData, callback: Callback = () => {}): void {
    if (this.#untouched.has(data)) {
      callback();
      return;
    }
    const now = this.#clock().getTime();
    // Absolute: after a clock was set back, the last use may seem to be in the future.
    if (Math.abs(now - (data.touchedAt ?? 0)) < touchEvery) {
      callback();
      return;
    }
    this.#touch(this.#pool, [
      sid,
      this.#stamped(data),
      this.#expiry(data),
      new Date(now),
      data.loginKey ?? null,
      now,
      touchEvery,
    ]).then(() => callback(), callback);
  }

  override destroy(sid: string, callback: Callback = () => {}): void {
    const removeAt = new Date(this.#clock().getTime() + tombstoneLife);
    endSession(this.#pool, [sid, removeAt]).then(() => callback(), callback);
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

function sessionOf({ sess, staffRole }: StoredSession): SessionData {
  const data: SessionData = JSON.parse(sess);
  if (data.viewer) data.viewer.staffRole = staffRole;
  return data;
}

export const pruneSessions = pruneRows("sessions", "expire < ?", lives.sessions);
