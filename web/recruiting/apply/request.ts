import type { EndpointData, ResponseOf } from "#shared/http/endpoint.ts";
import { addressOf } from "#web/api/address.ts";
import { ApiError, errorOf } from "#web/api/api-error.ts";

/** As for calls of the app: if the network drops a call, the form must not stay busy forever. */
const patience = 35_000;

const unreachable = () => {
  throw new ApiError(0, "offline");
};

/**
 * Calls an endpoint that needs no session.
 * @throws ApiError `offline` if no complete answer arrives in time.
 */
export async function request<E extends EndpointData>(
  endpoint: E,
  { body, key }: { body?: unknown; key?: string } = {},
): Promise<ResponseOf<E>> {
  const init: RequestInit = {
    method: endpoint.method,
    credentials: "include",
    headers: {
      Accept: "application/json",
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...(key && { "Idempotency-Key": key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(patience),
  };
  const response = await fetch(addressOf(endpoint), init).catch(unreachable);
  if (!response.ok) throw await errorOf(response);
  return response.json().catch(unreachable);
}
