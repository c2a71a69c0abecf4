import { queryOptions } from "@tanstack/react-query";
import type { EndpointData } from "#shared/http/endpoint.ts";
import { answerQuery } from "./answer-query.ts";
import { inBackground } from "./background.ts";
import type { RequestArgument } from "./call.ts";

/** TanStack's options for a GET. Queries with the same endpoint and request share one answer. */
export function query<E extends EndpointData>(endpoint: E, ...[request]: RequestArgument<E>) {
  return queryOptions({
    queryKey: [endpoint.method, endpoint.path, request ?? {}],
    queryFn: async (context) => (await answerQuery(endpoint, request ?? {}, context)).data,
  });
}

/** The same answer, for a request that is not the user's action. */
export function backgroundQuery<E extends EndpointData>(
  endpoint: E,
  ...[request]: RequestArgument<E>
) {
  return queryOptions({
    queryKey: [endpoint.method, endpoint.path, request ?? {}],
    queryFn: async (context) =>
      (await answerQuery(endpoint, request ?? {}, context, inBackground)).data,
  });
}
