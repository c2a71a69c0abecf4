import { queryOptions } from "@tanstack/react-query";
import type { EndpointData } from "../../shared/http/endpoint.ts";
import { bodyOf, type RequestArgument, respond } from "./call.ts";

/**
 * TanStack's options for a GET of something that is edited: what stands, and its version (ETag),
 * on which a save is made. Invalidating `query` of the same endpoint and request covers it too.
 */
export function versionedQuery<E extends EndpointData>(
  endpoint: E,
  ...[request]: RequestArgument<E>
) {
  return queryOptions({
    queryKey: [endpoint.method, endpoint.path, request ?? {}, "version"],
    queryFn: async ({ signal }) => {
      const response = await respond(endpoint, request ?? {}, { signal });
      return { data: await bodyOf<E>(response), version: response.headers.get("ETag") };
    },
  });
}
