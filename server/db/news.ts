import type pg from "pg";
import { PrimaryClient } from "./primary-client.ts";
import { keepAlive, queryTimeout } from "./timeouts.ts";

/** A trigger's news of one psychic (migrations/20260144_news.ts). */
export interface NewsItem {
  about: "account" | "schedule" | "availability" | "calls";
  psychicId: number;
}

/** Called for each item; with null if items may have been missed, because the connection was lost. */
export type Listener = (item: NewsItem | null) => void;

/** The changes of psychics, as PostgreSQL announces them to every process. */
export interface News {
  /** Begins to listen, if nobody did. @returns ends it. */
  follow(listener: Listener): () => void;
  /** Whether `close` was called. */
  readonly isClosed: boolean;
  close(): Promise<void>;
}

/** Milliseconds. */
const times = {
  ping: 10_000,
  /** The first pause before connecting again; it doubles up to the longest. */
  retry: 1_000,
  retryAtMost: 30_000,
};

const items = /^(account|schedule|availability|calls) (\d+)$/;

/**
 * Listens on one connection of its own while somebody follows. Each ping is a notification, so it
 * also shows that notifications arrive: a pooler that hands out connections by transaction passes
 * none on. Who follows must therefore also look by itself now and then.
 */
export function listenForNews(url: string, onError: (error: Error) => void): News {
  const listeners = new Set<Listener>();
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pause = times.retry;
  let isClosed = false;

  const tell = (item: NewsItem | null) => {
    for (const listener of listeners) listener(item);
  };

  async function disconnect(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const last = client;
    client = undefined;
    await last?.end().catch(() => {});
  }

  async function connect(): Promise<void> {
    timer = undefined;
    const opened = new PrimaryClient({
      connectionString: url,
      connectionTimeoutMillis: queryTimeout,
      query_timeout: queryTimeout,
      ...keepAlive,
      application_name: "portal news",
    });
    client = opened;
    let isHeard = true;
    const lose = (error: Error) => {
      if (client !== opened) return;
      void disconnect();
      if (isClosed || listeners.size === 0) return;
      onError(error);
      timer = setTimeout(connect, pause);
      pause = Math.min(pause * 2, times.retryAtMost);
    };
    opened.on("error", lose);
    opened.on("end", () => lose(new Error("The connection for news has ended")));
    opened.on("notification", ({ payload = "" }) => {
      isHeard = true;
      pause = times.retry;
      const [, about, id] = items.exec(payload) ?? [];
      if (about) tell({ about: about as NewsItem["about"], psychicId: Number(id) });
    });
    const ping = () => {
      if (listeners.size === 0) return void disconnect();
      if (!isHeard) return lose(new Error("PostgreSQL's notifications do not arrive"));
      isHeard = false;
      opened.query("select pg_notify('news', 'ping')").then(() => {
        if (client === opened) timer = setTimeout(ping, times.ping);
      }, lose);
    };
    try {
      await opened.connect();
      await opened.query("listen news");
      tell(null);
      ping();
    } catch (error) {
      lose(error as Error);
    }
  }

  return {
    follow(listener) {
      listeners.add(listener);
      if (!client && !timer && !isClosed) void connect();
      return () => listeners.delete(listener);
    },
    get isClosed() {
      return isClosed;
    },
    async close() {
      isClosed = true;
      listeners.clear();
      await disconnect();
    },
  };
}
