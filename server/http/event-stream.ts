import type { Request, Response } from "express";
import type { EndpointData } from "#shared/http/endpoint.ts";
import { guard } from "./guard.ts";
import { Refusal } from "./refusal.ts";
import type { RouteContext } from "./route-context.ts";

/** Writes an event as it goes over the wire. `json` is its data; `id` comes back in Last-Event-ID. */
export function eventText(name: string, json: string, id?: string): string {
  const idLine = id === undefined ? "" : `id: ${id}\n`;
  return `${idLine}event: ${name}\ndata: ${json}\n\n`;
}

/** Where a feed sends its events. */
export interface EventSink {
  /** @param text made by `eventText`. */
  send(text: string): void;
  /** Ends the stream, if the feed cannot go on. The reader comes back. */
  end(): void;
}

/** A handler's answer, if its endpoint produces `text/event-stream`. */
export class EventFeed {
  /**
   * Sends what has happened since the event with this id, or everything if events have no ids, and
   * then each event as it happens.
   * @returns stops it.
   */
  readonly follow: (since: string | undefined, sink: EventSink) => () => void;

  constructor(follow: EventFeed["follow"]) {
    this.follow = follow;
  }
}

/** Milliseconds. */
const times = {
  /** The browser waits this long before it connects again, after a stream that broke. */
  retry: 2_000,
  /**
   * A stream ends by itself after this long, with up to a quarter less, so that not all come back at
   * the same time. Well before the server cuts long answers (open-server.ts).
   */
  whole: 240_000,
  /** Between beats. At each beat the caller's access is checked again. */
  beat: 20_000,
  /** How soon a stream ends when its process is about to stop. */
  drain: 500,
  /** How long a caller that does not follow waits for the first event. */
  first: 5_000,
};

/** In bytes. A reader who is further behind is cut off, and gets what is missing when it returns. */
const unsentAtMost = 4_000_000;

/** Streams that one user may have open in a process: one for each page that is seen. */
const streamsOfUserAtMost = 10;
const streamsOfUsers = new Map<number, number>();

/**
 * Streams a feed until the caller leaves, loses access, or the process stops. A caller that does not
 * accept `text/event-stream` gets the first event, and the answer ends.
 * @throws Refusal 429 for too many streams of one user; 503 if the first event does not come.
 */
export async function streamEvents(
  endpoint: EndpointData,
  context: RouteContext,
  req: Request,
  res: Response,
  feed: EventFeed,
): Promise<void> {
  res.locals.isStream = true;
  const isAsked = req.get("accept")?.includes("text/event-stream");
  const since = req.get("last-event-id");
  res.setHeader("Content-Type", "text/event-stream");
  // Proxies must pass each event on at once, uncompressed.
  res.setHeader("Cache-Control", "no-store, no-transform");
  res.setHeader("X-Accel-Buffering", "no");
  if (req.method === "HEAD") {
    res.end();
    return;
  }
  if (!isAsked || context.draining()) {
    const text = await firstEvent(feed, since);
    res.end(`retry: ${times.retry}\n\n${text}`);
    return;
  }
  const release = takePlace(req.session?.viewer?.userId ?? 0);
  try {
    await stream(res, context, feed, since, () => isStillAdmitted(endpoint, context, req, res));
  } finally {
    release();
  }
}

async function firstEvent(feed: EventFeed, since: string | undefined): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const stop = feed.follow(since, { send: resolve, end: () => resolve(null) });
  const timer = setTimeout(resolve, times.first, null);
  const text = await promise;
  clearTimeout(timer);
  stop();
  if (text === null) throw new Refusal("unavailable", { retryAfter: 5 });
  return text;
}

function takePlace(userId: number): () => void {
  const count = streamsOfUsers.get(userId) ?? 0;
  if (count >= streamsOfUserAtMost) throw new Refusal("too_many", { retryAfter: 30 });
  streamsOfUsers.set(userId, count + 1);
  return () => {
    const left = (streamsOfUsers.get(userId) ?? 1) - 1;
    if (left > 0) streamsOfUsers.set(userId, left);
    else streamsOfUsers.delete(userId);
  };
}

function stream(
  res: Response,
  context: RouteContext,
  feed: EventFeed,
  since: string | undefined,
  isAdmitted: () => Promise<boolean>,
): Promise<void> {
  return new Promise<void>((resolve) => {
    // The caller may have left while its session was read.
    if (res.destroyed) return resolve();
    const timers: NodeJS.Timeout[] = [];
    let stop = () => {};
    let isOver = false;
    const over = () => {
      if (isOver) return;
      isOver = true;
      for (const timer of timers) clearInterval(timer);
      stop();
      resolve();
    };
    res.once("close", over);
    res.on("error", over);
    const write = (text: string) => {
      if (!isOver && !res.writableEnded && !res.destroyed) res.write(text);
    };
    /** @param retry after how long the reader comes back (ms). */
    const end = (retry: number = times.retry) => {
      write(`retry: ${Math.round(retry)}\n\n`);
      over();
      res.end();
    };
    const send = (text: string) => {
      // Look before the write: Node counts this event, too, until the next tick.
      if (res.writableLength > unsentAtMost) res.destroy();
      else write(text);
    };
    timers.push(
      setTimeout(end, times.whole * (1 - Math.random() / 4), 0),
      // Not all at the same moment: they come back to the other processes.
      setInterval(() => context.draining() && end(Math.random() * times.retry), times.drain),
      setInterval(async () => {
        if (await isAdmitted()) send(eventText("beat", "{}"));
        else end();
      }, times.beat),
    );
    write(`retry: ${times.retry}\n\n`);
    stop = feed.follow(since, { send, end: () => end() });
    if (isOver) stop();
  });
}

/** Reads the session again. A database that is away also ends the stream: the caller comes back. */
async function isStillAdmitted(
  endpoint: EndpointData,
  context: RouteContext,
  req: Request,
  res: Response,
): Promise<boolean> {
  Object.assign(req, { session: undefined });
  try {
    await new Promise<void>((resolve, reject) => {
      context.readOnlySession(true)(req, res, (error) => (error ? reject(error) : resolve()));
    });
    guard(endpoint, req.session?.viewer ?? null, req, context.services.clock());
    return true;
  } catch {
    return false;
  }
}
