import type { News, NewsItem } from "#server/db/news.ts";
import { EventFeed, type EventSink } from "#server/http/event-stream.ts";
import { limitConcurrency } from "#server/limit-concurrency.ts";
import { describeError, type Logger } from "#server/log.ts";

/** Milliseconds. */
const times = {
  /** Changes of a psychic within this time are read together. */
  gather: 50,
  /**
   * A psychic is read again about this often: for what changes as time passes or has no news, and for news
   * that a pooler of connections has swallowed.
   */
  reread: 30_000,
};

/** How many psychics are read at the same time. The pools also serve everybody else. */
const readsAtOnce = 4;

/** Not all psychics at the same moment. */
const rereadAfter = () => times.reread * (0.75 + Math.random() / 2);

export interface NewsEvent {
  name: string;
  /** As it goes over the wire. */
  text: string;
}

interface Reader {
  sink: EventSink;
  /** The text that the reader got last, by event. */
  got: Map<string, string>;
}

interface BoardOptions {
  news: Pick<News, "follow">;
  /** The present events of a psychic. */
  read: (psychicId: number) => Promise<NewsEvent[]>;
  log: Pick<Logger, "warn">;
}

/**
 * The psychics whose news somebody in this process follows. The board keeps no data: after a change
 * it reads the psychic and sends each reader the events that differ from what that reader got last.
 * So the next read brings whatever a reader has missed.
 */
export function createNewsBoard({ news, read, log }: BoardOptions) {
  const followed = new Map<number, ReturnType<typeof followPsychic>>();
  const limited = limitConcurrency({
    atOnce: readsAtOnce,
    queuedAtMost: Number.POSITIVE_INFINITY,
  });
  let unfollow = () => {};
  let isFailing = false;

  /** Every change of every psychic passes here, so it costs one look into a map. */
  function take(item: NewsItem | null): void {
    if (item) followed.get(item.psychicId)?.take(item);
    else for (const psychic of followed.values()) psychic.readSoon();
  }

  function noteFailure(error: unknown): void {
    // A database that is away fails every read: one line says so.
    if (!isFailing) log.warn({ error: describeError(error) }, "news not read");
    isFailing = true;
  }

  function followPsychic(psychicId: number) {
    const readers = new Set<Reader>();
    let timer: NodeJS.Timeout | undefined;
    let isReading = false;
    /** Something has changed, or somebody has joined, that no read has seen. */
    let isDue = false;
    let isAccountChanged = false;

    function readAfter(pause: number): void {
      clearTimeout(timer);
      timer = setTimeout(readInTurn, pause);
    }

    function readSoon(): void {
      if (isDue) return;
      isDue = true;
      if (!isReading) readAfter(times.gather);
    }

    async function readInTurn(): Promise<void> {
      isReading = true;
      // What somebody waits for goes before what is only read again.
      await limited(readNow, { urgent: isDue });
      isReading = false;
      if (readers.size > 0) readAfter(isDue ? times.gather : rereadAfter());
    }

    async function readNow(): Promise<void> {
      // Whatever happens from now on may be missing in this read, so it makes the next one due.
      isDue = false;
      const mustReturn = isAccountChanged;
      isAccountChanged = false;
      // Whoever joins from now on may have newer answers already.
      const asking = [...readers];
      if (asking.length === 0) return;
      try {
        const events = await read(psychicId);
        isFailing = false;
        for (const reader of asking) sendChanged(reader, events);
        // Those who come back have their access checked: a blocked psychic has none.
        if (mustReturn) end([...readers]);
      } catch (error) {
        noteFailure(error);
        // Their pages ask by themselves, and say what is wrong.
        end(asking);
      }
    }

    return {
      readSoon,
      take({ about }: NewsItem) {
        if (about === "schedule") return;
        isAccountChanged ||= about === "account";
        readSoon();
      },
      add(reader: Reader) {
        readers.add(reader);
        readSoon();
      },
      /** @returns whether nobody is left. */
      remove(reader: Reader): boolean {
        readers.delete(reader);
        if (readers.size > 0) return false;
        clearTimeout(timer);
        return true;
      },
    };
  }

  return {
    feedOf: (psychicId: number) =>
      new EventFeed((_since, sink) => {
        if (followed.size === 0) unfollow = news.follow(take);
        const psychic = followed.get(psychicId) ?? followPsychic(psychicId);
        followed.set(psychicId, psychic);
        const reader = { sink, got: new Map<string, string>() };
        psychic.add(reader);
        return () => {
          if (!psychic.remove(reader) || followed.get(psychicId) !== psychic) return;
          followed.delete(psychicId);
          if (followed.size === 0) unfollow();
        };
      }),
  };
}

/** Does nothing for a reader who has left. */
function sendChanged({ sink, got }: Reader, events: readonly NewsEvent[]): void {
  const changed = events.filter(({ name, text }) => got.get(name) !== text);
  for (const { name, text } of changed) got.set(name, text);
  if (changed.length > 0) sink.send(changed.map(({ text }) => text).join(""));
}

function end(readers: readonly Reader[]): void {
  for (const { sink } of readers) sink.end();
}
