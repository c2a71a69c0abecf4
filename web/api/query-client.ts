import { QueryCache, QueryClient } from "@tanstack/react-query";
import { showCommunicationFailure } from "../ui/notice-store.ts";
import { ApiError, isCommunicationFailure } from "./api-error.ts";

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

export function createQueryClient(): QueryClient {
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
