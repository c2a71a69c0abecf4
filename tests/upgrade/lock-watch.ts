import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { connectTo } from "../support/database.ts";

/** How often to look (ms). */
const interval = 20;

/**
 * Reads the locks of tables that requests use: those that wait, and those whose mode holds up reads
 * or writes of rows. Locks of rows do not count, because requests often wait for each other's.
 */
const text = `
  select l.pid, l.mode, l.granted, l.relation::regclass::text as name,
         extract(epoch from clock_timestamp() - l.waitstart)::float8 * 1000 as waited,
         left(a.query, 200) as query
    from pg_locks l
    join pg_class c on c.oid = l.relation
    left join pg_stat_activity a on a.pid = l.pid
   where l.locktype = 'relation' and c.relkind in ('r', 'p', 'v')
     and l.database = (select oid from pg_database where datname = current_database())
     and (not l.granted or l.mode in
       ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'))
     and c.relnamespace in ('public'::regnamespace)`;

interface Seen {
  pid: number;
  mode: string;
  granted: boolean;
  name: string;
  waited: number | null;
  query: string;
}

/** Measures how long locks of tables are held and waited for. */
export class LockWatch {
  /** `time` in milliseconds; `what` is the lock and the statement. */
  longestWait = { time: 0, what: "none" };
  /** The measured time can be up to two intervals too short. */
  longestHeld = { time: 0, what: "none" };
  looks = 0;
  readonly #client: pg.Client;
  readonly #held = new Map<string, number>();
  #isOn = true;
  #running: Promise<void> | undefined;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(url: string): Promise<LockWatch> {
    const watch = new LockWatch(await connectTo(url));
    watch.#running = watch.#look();
    return watch;
  }

  async close(): Promise<void> {
    this.#isOn = false;
    await this.#running;
    await this.#client.end();
  }

  async #look(): Promise<void> {
    while (this.#isOn) {
      const { rows } = await this.#client.query<Seen>(text);
      const now = performance.now();
      this.looks += 1;
      const present = new Set<string>();
      for (const { pid, mode, granted, name, waited, query } of rows) {
        const what = `${mode} on ${name}: ${query.replaceAll(/\s+/g, " ")}`;
        if (!granted && (waited ?? 0) > this.longestWait.time) {
          this.longestWait = { time: waited ?? 0, what };
        }
        if (!granted) continue;
        const key = `${pid} ${mode} ${name}`;
        present.add(key);
        const since = this.#held.get(key) ?? now;
        this.#held.set(key, since);
        if (now - since > this.longestHeld.time) this.longestHeld = { time: now - since, what };
      }
      for (const key of this.#held.keys()) if (!present.has(key)) this.#held.delete(key);
      await pause(interval);
    }
  }
}
