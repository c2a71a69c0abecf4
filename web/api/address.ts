import type { EndpointData } from "#shared/http/endpoint.ts";
import { hostBrand } from "../lib/page-brand.ts";

/** A request as it is sent, whatever endpoint it is for. */
export interface PlainRequest {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
}

/** On the page's own host the API stands under /api, on a brand's API host at the root. */
export function apiBase(): string {
  const { apiHost } = hostBrand();
  return apiHost ? `${location.protocol}//${apiHost}` : "/api";
}

/** `/psychics/{id}/status` and what it is asked with, as an address. */
export function addressOf(
  endpoint: Pick<EndpointData, "path">,
  request: PlainRequest = {},
): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(request.params?.[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  const asked = String(query);
  return apiBase() + path + (asked && `?${asked}`);
}
