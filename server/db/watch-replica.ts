import type pg from "pg";
import type { Connections } from "./connection.ts";
import { queryTimeout } from "./timeouts.ts";

/** The oldest state (ms) that the portal answers from. A replica further behind is not read. */
export const lagAtMost = 10_000;
/** Both servers are asked for their positions this often (ms). */
const interval = 2_000;
/** Positions of the primary that are remembered: half an hour. */
const positionsAtMost = 900;

/** A streaming replica, and what this process knows of it. */
export interface Replica extends Connections {
  /**
   * Seconds: the replica is known to have everything that the primary had this long ago. Infinity
   * until this process has seen the replica reach a position of the primary.
   */
  lag(): number;
  /** Whether `fromReplica` reads from it now. */
  isUsed(): boolean;
  /** Asks both servers for their positions now. Never rejects. */
  measure(): Promise<void>;
  /** Stops reading from it until the next measurement that succeeds. */
  setAside(): void;
  /** Ends the measurements and their connections. */
  unwatch(): Promise<void>;
}

/** A place in the write-ahead log, in bytes. */
interface Position {
  lsn: number;
  /**
   * The cluster and its timeline, which a promotion changes. Only positions with the same history
   * can be compared.
   */
  history: string;
}

/** The end of what the primary has written. It includes everything acknowledged before. */
const primaryPosition = {
  name: "primary-position",
  text: `select (pg_current_wal_lsn() - '0/0')::float8 as lsn,
          s.system_identifier || '/' || ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int
            as history
     from pg_control_system() s`,
  query_timeout: queryTimeout,
};

/**
 * A promoted replica follows nobody; one without a receiver has lost its primary. After another
 * server's promotion the timeline here is the old one until the next restart point.
 */
const replicaPosition = {
  name: "replica-position",
  text: `select coalesce(pg_last_wal_replay_lsn() - '0/0', 0)::float8 as lsn,
          s.system_identifier || '/' || c.timeline_id as history,
          pg_is_in_recovery() and exists (select from pg_stat_wal_receiver) as follows
     from pg_control_system() s, pg_control_checkpoint() c`,
  query_timeout: queryTimeout,
};

async function positionOf<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  query: pg.QueryConfig,
): Promise<Row | undefined> {
  return (await pool.query<Row>(query)).rows[0];
}

/**
 * Watches how far a replica is behind. Each process remembers when, by its own clock, the primary
 * was at which position of its log. A replica that has replayed up to a position has everything
 * from before that time. So the measurement writes nothing, and machines need not agree on the
 * time. The position of an idle primary stays the same, and that does not look like a lag (as it
 * would with `pg_last_xact_replay_timestamp`).
 * @param measured pools that only measure: in the requests' pools a measurement would queue, and a
 * busy primary would get the replica's reads as well.
 */
export function watchReplica(
  connections: Connections,
  measured: { primary: pg.Pool; replica: pg.Pool },
): Replica {
  const known: { lsn: number; at: number }[] = [];
  // A new process knows nothing: the replica may be of any age.
  let upToDateAt = Number.NEGATIVE_INFINITY;
  let answers = false;
  let measuring: Promise<void> | undefined;

  const follow = async () => {
    const at = performance.now();
    const ours = await positionOf<Position>(measured.primary, primaryPosition);
    if (!ours) return;
    known.push({ lsn: ours.lsn, at });
    if (known.length > positionsAtMost) known.shift();
    const its = await positionOf<Position & { follows: boolean }>(
      measured.replica,
      replicaPosition,
    ).catch(() => undefined);
    answers = its?.follows === true && its.history === ours.history;
    if (!its || !answers) return;
    const place = known.findLastIndex(({ lsn }) => lsn <= its.lsn);
    const reached = known[place];
    if (!reached) return;
    upToDateAt = reached.at;
    known.splice(0, place);
  };
  const measure = () => {
    measuring ??= follow()
      // Without the primary there is nothing to compare, so the lag grows.
      .catch(() => {})
      .finally(() => {
        measuring = undefined;
      });
    return measuring;
  };
  const timer = setInterval(measure, interval).unref();
  void measure();

  const age = () => performance.now() - upToDateAt;
  return {
    ...connections,
    lag: () => age() / 1000,
    isUsed: () => answers && age() <= lagAtMost,
    measure,
    setAside() {
      answers = false;
    },
    async unwatch() {
      clearInterval(timer);
      await Promise.all([measured.primary.end(), measured.replica.end()]);
    },
  };
}
