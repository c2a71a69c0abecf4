import { noteReach } from "../lib/reach.ts";

/** What to do with the data of each event, by the event's name. */
type Takers = Record<string, (data: unknown) => void>;

/** In milliseconds. The server sends something every 20 seconds. */
const silentAtMost = 45_000;
/**
 * If the first event takes longer, the caller asks for the data itself (ms). The server ends each
 * stream after some minutes, so pages connect again and again.
 */
const liveWithin = 3_000;
/** A connection may take this much longer (ms): a server restarts, or a phone's network is slow. */
const connectWithin = 12_000;
/**
 * After the server has refused the stream, or nothing has come: try again about this much later, and
 * not in all pages at the same moment.
 */
const retryAfter = () => 30_000 * (0.75 + Math.random() / 2);

/**
 * Follows a stream of server-sent events while the page is seen: a hidden page would take one of the
 * few connections that the browser gives to a server. The browser reconnects by itself, and names
 * the last event that it got, if events have ids.
 * @param onLive whether events arrive. While they do not, the caller asks for the data itself. Not
 * called while the page is hidden, and before the first connection has succeeded or failed.
 * @returns ends it.
 */
export function followEvents(
  address: string,
  takers: Takers,
  onLive: (isLive: boolean) => void,
): () => void {
  if (!("EventSource" in window)) {
    onLive(false);
    return () => {};
  }
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isConnected = false;

  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  };
  const giveUp = () => {
    close();
    onLive(false);
    timer = setTimeout(open, retryAfter());
  };
  /** A proxy may swallow events without closing the connection. */
  const awaitNext = (within = silentAtMost) => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, within);
  };

  /** The browser goes on trying while the caller asks. */
  const awaitConnection = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      onLive(false);
      awaitNext(connectWithin);
    }, liveWithin);
  };

  function open(): void {
    close();
    isConnected = false;
    if (document.visibilityState === "hidden") return;
    const opened = new EventSource(address, { withCredentials: true });
    source = opened;
    for (const [name, take] of Object.entries(takers)) {
      opened.addEventListener(name, ({ data }: MessageEvent<string>) => {
        isConnected = true;
        noteReach(true);
        awaitNext();
        onLive(true);
        take(JSON.parse(data));
      });
    }
    opened.addEventListener("beat", () => isConnected && awaitNext());
    opened.addEventListener("error", () => {
      // The server has refused it.
      if (opened.readyState === EventSource.CLOSED) giveUp();
      else if (isConnected) awaitConnection();
      isConnected = false;
    });
    awaitConnection();
  }

  document.addEventListener("visibilitychange", open);
  // A stream of the time before may be dead without an error.
  window.addEventListener("online", open);
  open();
  return () => {
    document.removeEventListener("visibilitychange", open);
    window.removeEventListener("online", open);
    close();
  };
}
