import { onlineManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { isWithinReach, watchReach } from "../lib/reach.ts";
import { showCommunicationFailure } from "../ui/notice-store.ts";
import { ApiError, isCommunicationFailure } from "./api-error.ts";
import { isStillSignedIn } from "./call.ts";
import { offlineMode } from "./offline.ts";
import { sessionMark } from "./stored-session.ts";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /** Polled: a failure shows beside the old figure, not as a notice. */
      polled?: boolean;
    };
  }
}

/** Only requests without an answer, and those that the server failed on, are worth a retry. */
function mayRetry(failures: number, error: Error): boolean {
  if (!navigator.onLine) return false;
  const isTemporary =
    error instanceof ApiError && (error.code === "offline" || error.status >= 500);
  return isTemporary && failures < 1;
}

/** How often (ms) to check whether an unreachable server is back. */
const askEvery = 15_000;

/** Whether the server is back. Without a session there is nothing to ask. */
async function isBack(): Promise<boolean> {
  if (!isWithinReach()) await isStillSignedIn(sessionMark()).catch(() => undefined);
  return isWithinReach();
}

/**
 * Repeats failed queries once the server is back. The library itself only listens to the browser's
 * events. It assumes that a page starts online, so it ignores the first `online` event of a page
 * that starts offline. A server that is away causes no event. A server that answers with errors
 * (500) gets no extra requests.
 */
function followReach(): void {
  onlineManager.setOnline(isWithinReach());
  onlineManager.setEventListener((setOnline) => {
    const back = () => setOnline(true);
    const stopWatching = watchReach(() => {
      if (!isWithinReach()) setOnline(false);
    });
    const timer = setInterval(() => {
      const isSeen = document.visibilityState === "visible";
      if (!onlineManager.isOnline() && navigator.onLine && isSeen) void isBack().then(setOnline);
    }, askEvery);
    window.addEventListener("online", back);
    return () => {
      stopWatching();
      clearInterval(timer);
      window.removeEventListener("online", back);
    };
  });
}

export function createQueryClient(): QueryClient {
  followReach();
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: mayRetry,
        retryDelay: 500,
        refetchIntervalInBackground: false,
        // Offline, a screen shows the kept answer or says that it needs the network: queries never
        // wait silently.
        networkMode: "always",
        refetchOnReconnect: true,
      },
    },
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        // Without a network the screen itself says so (D41). For a psychic the offline note says
        // so, even if the browser believes that there is a network.
        if (meta?.polled || !navigator.onLine || offlineMode()) return;
        if (isCommunicationFailure(error)) showCommunicationFailure();
      },
    }),
  });
}
