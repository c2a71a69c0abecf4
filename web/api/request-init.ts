import type { EndpointData } from "#shared/http/endpoint.ts";

/** Longer (ms) than the server works on any request. A network may drop a call without an error. */
export const patience = 35_000;

/** The options of `fetch` that every call of an endpoint has. */
export const initOf = ({ method, keepOffline }: Pick<EndpointData, "method" | "keepOffline">) =>
  ({
    method,
    credentials: "include",
    // The phone keeps this answer sealed (D45); the browser's cache would store it readable.
    ...(keepOffline && { cache: "no-store" }),
    headers: { Accept: "application/json" },
  }) satisfies RequestInit;
