import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { NewsItem } from "#server/db/news.ts";
import { EventFeed, type EventSink, eventText } from "#server/http/event-stream.ts";
import { CachedReply } from "#server/http/handler.ts";
import { describeError } from "#server/log.ts";
import type { Services } from "#server/services.ts";
import type { FloorPsychic } from "#shared/floor.ts";
import { floorPortion, readFloorAfter, readFloorOf } from "./floor-rows.ts";

/** Milliseconds. */
const times = {
  /** Changes within this time are read together, and go out as one event. */
  gather: 250,
  /**
   * Everything is read again this often: names and languages, for which there is no news, the next
   * New York day, and news that a pooler of connections has swallowed.
   */
  reload: 30_000,
  /** After a failure. */
  retry: 2_000,
  /** The board is kept this long without anybody who looks. */
  idle: 60_000,
};

interface Entry {
  /** The psychic as JSON. */
  text: string;
  /** The version of the board in which it last changed. */
  version: number;
}

/**
 * The floor as this process knows it, kept while somebody looks. Each change raises the version. A
 * reader who returns with an earlier version gets every psychic who has changed since, and with a
 * version of another process gets all. So nothing is lost, whatever a reader has missed.
 */
export function createFloorBoard({ db, clock, log }: Pick<Services, "db" | "clock" | "log">) {
  /** Names this board in the ids of its events. */
  let board = randomUUID();
  const readers = new Set<EventSink>();
  const entries = new Map<number, Entry>();
  /** The version in which each psychic left. */
  const gone = new Map<number, number>();
  let version = 0;
  let isLoaded = false;
  let loading = Promise.withResolvers<void>();
  let reply: { version: number; list: CachedReply } | undefined;

  /** The psychics to read; `all` reads everybody. */
  let due: Set<number> | "all" | undefined;
  let isReading = false;
  let unfollow: (() => void) | undefined;
  let reloading: NodeJS.Timeout | undefined;
  let closing: NodeJS.Timeout | undefined;

  const wait = (milliseconds: number) => pause(milliseconds, undefined, { ref: false });

  function take(item: NewsItem | null): void {
    if (item && due !== "all") {
      due ??= new Set();
      due.add(item.psychicId);
    } else due = "all";
    if (!isReading) void readDue();
  }

  async function readDue(): Promise<void> {
    isReading = true;
    await wait(times.gather);
    while (due && unfollow) {
      const asked = due;
      due = undefined;
      try {
        await (asked === "all" ? readAll() : readSome([...asked]));
        await wait(times.gather);
      } catch (error) {
        if (db.news.isClosed) return close();
        log.warn({ error: describeError(error) }, "floor not read");
        giveUp(error);
        due = "all";
        await wait(times.retry);
      }
    }
    isReading = false;
  }

  async function readSome(ids: readonly number[]): Promise<void> {
    const asked = board;
    const rows = await readFloorOf(db.pool, ids, clock());
    const found = new Set(rows.map(({ user_id }) => user_id));
    apply(
      asked,
      rows,
      ids.filter((id) => !found.has(id)),
    );
  }

  async function readAll(): Promise<void> {
    const asked = board;
    const found = new Set<number>();
    const known = [...entries.keys()];
    for (let last = 0; ; ) {
      const rows = await readFloorAfter(db.pool, last, clock());
      for (const { user_id } of rows) found.add(user_id);
      apply(asked, rows, []);
      const after = rows.at(-1)?.user_id;
      if (after === undefined || rows.length < floorPortion) break;
      last = after;
    }
    apply(
      asked,
      [],
      known.filter((id) => !found.has(id)),
    );
    if (isLoaded || asked !== board) return;
    isLoaded = true;
    loading.resolve();
    const text = eventText("floor", changesSince(-1), idOf());
    for (const { send } of readers) send(text);
  }

  /** Takes what was read for the board that `asked`, and tells the readers what is new. */
  function apply(asked: string, rows: readonly FloorPsychic[], left: readonly number[]): void {
    // That board has been closed.
    if (asked !== board) return;
    const next = version + 1;
    let isChanged = false;
    for (const psychic of rows) {
      const text = JSON.stringify(psychic);
      if (entries.get(psychic.user_id)?.text === text) continue;
      entries.set(psychic.user_id, { text, version: next });
      gone.delete(psychic.user_id);
      isChanged = true;
    }
    for (const id of left) {
      if (!entries.delete(id)) continue;
      gone.set(id, next);
      isChanged = true;
    }
    if (!isChanged) return;
    version = next;
    if (!isLoaded) return;
    const text = eventText("floor", changesSince(next - 1), idOf());
    for (const { send } of readers) send(text);
  }

  const idOf = () => `${board}/${version}`;

  /** The data of an event, as `FloorChanges`: what is newer than this version; -1 for everybody. */
  function changesSince(known: number): string {
    const texts = [...entries.values()].filter((one) => one.version > known);
    const left = known < 0 ? [] : [...gone].filter(([, when]) => when > known).map(([id]) => id);
    const psychics = texts.map(({ text }) => text).join(",");
    return `{"whole":${known < 0},"psychics":[${psychics}],"gone":[${left}]}`;
  }

  /** The streams end, so that their pages ask by themselves and say what is wrong. */
  function giveUp(error: unknown): void {
    isLoaded = false;
    loading.reject(error);
    // Most often nobody waits for it.
    loading.promise.catch(() => {});
    loading = Promise.withResolvers();
    for (const { end } of [...readers]) end();
  }

  function open(): void {
    clearTimeout(closing);
    if (unfollow) return;
    unfollow = db.news.follow(take);
    reloading = setInterval(() => take(null), times.reload).unref();
    take(null);
  }

  function rest(): void {
    clearTimeout(closing);
    if (readers.size === 0) closing = setTimeout(close, times.idle).unref();
  }

  function close(): void {
    clearTimeout(closing);
    clearInterval(reloading);
    unfollow?.();
    unfollow = undefined;
    entries.clear();
    gone.clear();
    isLoaded = false;
    reply = undefined;
    due = undefined;
    // While the board is closed, nobody notes who leaves: readers who return need everybody.
    board = randomUUID();
  }

  return {
    /** Everybody in the order of their ids, as `Floor`. */
    async list(): Promise<CachedReply> {
      open();
      rest();
      if (!isLoaded) await loading.promise;
      if (reply?.version !== version) {
        const texts = [...entries].sort(([a], [b]) => a - b).map(([, { text }]) => text);
        const json = `{"psychics":[${texts.join(",")}],"total":${texts.length}}`;
        reply = { version, list: new CachedReply(Buffer.from(json), `"${board}-${version}"`) };
      }
      return reply.list;
    },
    feed: new EventFeed((lastId, sink) => {
      open();
      readers.add(sink);
      const [of, known = ""] = lastId?.split("/") ?? [];
      const isKnown = of === board && /^\d{1,15}$/.test(known);
      // A board that is not loaded sends everything as soon as it is.
      if (isLoaded)
        sink.send(eventText("floor", changesSince(isKnown ? Number(known) : -1), idOf()));
      return () => {
        if (readers.delete(sink)) rest();
      };
    }),
  };
}
