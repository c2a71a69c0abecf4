import { onlineManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { isWithinReach, watchReach } from "../lib/reach.ts";
import { showCommunicationFailure } from "../ui/notice-store.ts";
import { ApiError, isCommunicationFailure } from "./api-error.ts";
import { isStill } from "./call.ts";
import { offlineMode } from "./offline.ts";
import { sessionMark } from "./stored-session.ts";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /** Asked every few seconds: a failure shows beside the old figure, not as a notice. */
      polled?: boolean;
    };
  }
}

/** A refusal stays one; only what never arrived, or met a server in trouble, is asked again. */
function mayPass(failures: number, error: Error): boolean {
  if (!navigator.onLine) return false;
  const passing = error instanceof ApiError && (error.code === "offline" || error.status >= 500);
  return passing && failures < 1;
}

/** How often a server that is out of reach is asked whether it is back. */
const asking = 15_000;

/** Whether the server is back; whoever is not signed in has nothing to ask for. */
async function isBack(): Promise<boolean> {
  if (!isWithinReach()) await isStill(sessionMark()).catch(() => undefined);
  return isWithinReach();
}

/**
 * What failed is asked for again once the server is back. The library alone goes by the browser's
 * events: a page that began without a network has missed the first of them, and a server that is
 * away causes none. A server that fails now and then is not asked more often for it.
 */
function followReach(): void {
  onlineManager.setOnline(isWithinReach());
  onlineManager.setEventListener((tell) => {
    const back = () => tell(true);
    const lost = watchReach(() => {
      if (!isWithinReach()) tell(false);
    });
    const timer = setInterval(() => {
      const isSeen = document.visibilityState === "visible";
      if (!onlineManager.isOnline() && navigator.onLine && isSeen) void isBack().then(tell);
    }, asking);
    window.addEventListener("online", back);
    return () => {
      lost();
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
        retry: mayPass,
        retryDelay: 500,
        refetchIntervalInBackground: false,
        // Without a network a screen shows what the phone keeps, or says what it needs: it never
        // waits in silence.
        networkMode: "always",
        refetchOnReconnect: true,
      },
    },
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        // Without a network the screen says so itself (D41), and in offline mode its banner does,
        // whatever the browser believes of the network.
        if (meta?.polled || !navigator.onLine || offlineMode()) return;
        if (isCommunicationFailure(error)) showCommunicationFailure();
      },
    }),
  });
}
