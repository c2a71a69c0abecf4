import { onlineManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { isWithinReach, watchReach } from "../lib/reach.ts";
import { showCommunicationFailure } from "../ui/notice-store.ts";
import { ApiError, isCommunicationFailure } from "./api-error.ts";
import { isStill } from "./call.ts";
import { storedSession } from "./stored-session.ts";

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

/**
 * What failed is asked for again once the server is back. The library alone goes by the browser's
 * events: a page that began without a network has missed the first of them, and a server that is
 * away causes none.
 */
function followReach(): void {
  onlineManager.setOnline(isWithinReach());
  onlineManager.setEventListener((tell) => watchReach(() => tell(isWithinReach())));
  setInterval(() => {
    if (isWithinReach() || !navigator.onLine || document.visibilityState !== "visible") return;
    isStill(storedSession()).catch(() => undefined);
  }, asking);
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
        // Without a network the screen says so itself (D41).
        if (meta?.polled || !navigator.onLine) return;
        if (isCommunicationFailure(error)) showCommunicationFailure();
      },
    }),
  });
}
