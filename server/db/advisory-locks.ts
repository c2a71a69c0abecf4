/**
 * The keys of PostgreSQL's advisory locks, all in one place so that no two are equal. The numbers
 * are arbitrary, but releases that run side by side must agree on them: never change one.
 */
export const advisoryLocks = {
  /** When several processes start at once, one migrates. */
  migration: 7_263_001,
  /** Refreshes of the statistics run one after the other. */
  statisticsRefresh: 7_263_002,
  /** When several processes start on an empty database, one makes the demo. */
  demoSeed: 7_263_003,
  /** One of several portals runs the demo's simulated platform. */
  simulatedPlatform: 7_263_004,
  /**
   * A batch in mode `exclusive` (readings-sql.ts) holds this lock alone, because its corrections
   * may move or remove the first call of a psychic and a customer. Batches in mode `usual` share
   * the lock with each other.
   */
  movedReadings: 7_263_005,
  /**
   * One process at a time makes or drops a partition, or swaps a table. With 1 as a second key: one
   * process at a time moves an upgrade's rows. With 2: one makes an upgrade's indexes.
   */
  partitions: 7_263_006,
  /**
   * The first of two keys; the second is a hash of an event's id. Taken only within five minutes of
   * the turn of a month.
   */
  monthsEvent: 7_263_007,
  /** The first of two keys; the second is a hash of the id of a phone log-on. */
  loginId: 7_263_008,
  /** The first of two keys; the second is a hash of the kind of lines that an import stores. */
  importedKind: 7_263_009,
  /** The first of two keys; the second is the psychic whose changes are delivered. */
  delivery: 7_263_010,
  /** A backup holds this lock from before its snapshot until the backup is whole. */
  backup: 7_263_011,
  /** A restore holds this lock from its first look at the database until it ends. */
  restore: 7_263_012,
  /** The first of two keys; the second is a hash of the brand whose rule changes. */
  assignmentRule: 7_263_013,
  /** The first of two keys; the second is a hash of the platform's id of a call. */
  callId: 7_263_014,
  /** Counts of the hours of the week run one after the other. */
  hours: 7_263_021,
} as const;
