import type { EndpointData } from "#shared/http/endpoint.ts";
import { addressOf } from "./address.ts";

interface EventHandlers {
  /** The data of each event of this name. */
  onEvent: (data: unknown) => void;
  /**
   * Whether events arrive. While they do not, the caller asks for the data itself. Not called while
   * the page is hidden, and before the first connection has succeeded or failed.
   */
  onLive: (isLive: boolean) => void;
}

/** In milliseconds. The server sends something every 20 seconds. */
const silentAtMost = 45_000;
/** The first event comes within this time. The server ends each stream after some minutes. */
const connectWithin = 3_000;
/** After the server has refused the stream, or nothing has come: try again this much later. */
const retryAfter = 30_000;

/**
 * Follows an endpoint of server-sent events while the page is seen: a hidden page would take one of
 * the few connections that the browser gives to a server. The browser reconnects by itself, and names
 * the last event that it got.
 * @returns ends it.
 */
export function followEvents(
  endpoint: Pick<EndpointData, "path">,
  name: string,
  { onEvent, onLive }: EventHandlers,
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
    timer = setTimeout(open, retryAfter);
  };
  /** A proxy may swallow events without closing the connection. */
  const awaitNext = (within = silentAtMost) => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, within);
  };

  function open(): void {
    close();
    isConnected = false;
    if (document.visibilityState === "hidden") return;
    const opened = new EventSource(addressOf(endpoint), { withCredentials: true });
    source = opened;
    opened.addEventListener(name, ({ data }: MessageEvent<string>) => {
      isConnected = true;
      awaitNext();
      onEvent(JSON.parse(data));
      onLive(true);
    });
    opened.addEventListener("beat", () => isConnected && awaitNext());
    opened.addEventListener("error", () => {
      // The server has refused it, or cannot be reached.
      if (opened.readyState === EventSource.CLOSED || !isConnected) giveUp();
      else awaitNext(connectWithin);
      isConnected = false;
    });
    awaitNext(connectWithin);
  }

  const onVisibility = () => {
    if (document.visibilityState === "visible") open();
    else close();
  };
  document.addEventListener("visibilitychange", onVisibility);
  open();
  return () => {
    document.removeEventListener("visibilitychange", onVisibility);
    close();
  };
}
