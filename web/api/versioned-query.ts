import { queryOptions } from "@tanstack/react-query";
import type { EndpointData } from "#shared/http/endpoint.ts";
import { answerQuery } from "./answer-query.ts";
import type { RequestArgument } from "./call.ts";

/**
 * TanStack's options for a GET of something that is edited: the data, and the version (ETag) that a
 * save is based on. Invalidating `query` of the same endpoint and request invalidates this too.
 */
export function versionedQuery<E extends EndpointData>(
  endpoint: E,
  ...[request]: RequestArgument<E>
) {
  return queryOptions({
    queryKey: [endpoint.method, endpoint.path, request ?? {}, "version"],
    queryFn: (context) => answerQuery(endpoint, request ?? {}, context),
  });
}
