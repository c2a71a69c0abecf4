import { queryOptions } from "@tanstack/react-query";
import type { EndpointData } from "#shared/http/endpoint.ts";
import { ask } from "./ask.ts";
import type { RequestArgument } from "./call.ts";

/** TanStack's options for a GET: the same endpoint and request share one answer. */
export function query<E extends EndpointData>(endpoint: E, ...[request]: RequestArgument<E>) {
  return queryOptions({
    queryKey: [endpoint.method, endpoint.path, request ?? {}],
    queryFn: async (context) => (await ask(endpoint, request ?? {}, context)).data,
  });
}

/** Nobody does anything when the app asks by itself: such a call never extends a session (D17). */
export const inBackground = { "X-Background": "1" };

/** The same answer, asked for by the app itself. */
export function backgroundQuery<E extends EndpointData>(
  endpoint: E,
  ...[request]: RequestArgument<E>
) {
  return queryOptions({
    queryKey: [endpoint.method, endpoint.path, request ?? {}],
    queryFn: async (context) => (await ask(endpoint, request ?? {}, context, inBackground)).data,
  });
}
