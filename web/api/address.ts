import type { EndpointData } from "#shared/http/endpoint.ts";
import { hostBrand } from "../lib/page-brand.ts";

/** A request to any endpoint. */
export interface PlainRequest {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
}

/** The API is at /api on the page's own host, and at the root of a brand's API host. */
export function apiBase(): string {
  const { apiHost } = hostBrand();
  return apiHost ? `${location.protocol}//${apiHost}` : "/api";
}

/** The address of an endpoint, such as `/psychics/{id}/status`, with a request's parameters. */
export function addressOf(
  endpoint: Pick<EndpointData, "path">,
  request: PlainRequest = {},
): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(request.params?.[name])),
  );
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined && value !== null) parameters.set(name, String(value));
  }
  const queryString = String(parameters);
  return apiBase() + path + (queryString && `?${queryString}`);
}
