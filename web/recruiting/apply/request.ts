import type { EndpointData, ResponseOf } from "#shared/http/endpoint.ts";
import { addressOf } from "#web/api/address.ts";
import { ApiError, errorOf } from "#web/api/api-error.ts";

/** As long as a call of the app: a network that swallows calls must not keep the form for ever. */
const patience = 35_000;

const unreachable = () => {
  throw new ApiError(0, "offline");
};

/**
 * Calls an endpoint as a visitor: no session is looked for, and none ends.
 * @throws ApiError `offline` where no whole answer came in time.
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
