import type { EndpointData, ResponseOf } from "../../../shared/http/endpoint.ts";
import { addressOf } from "../../api/address.ts";
import { ApiError, errorOf } from "../../api/api-error.ts";

/** Calls an endpoint as a visitor: no session is looked for, and none ends. */
export async function request<E extends EndpointData>(
  endpoint: E,
  { body, key }: { body?: unknown; key?: string } = {},
): Promise<ResponseOf<E>> {
  let response: Response;
  try {
    response = await fetch(addressOf(endpoint), {
      method: endpoint.method,
      credentials: "include",
      headers: {
        Accept: "application/json",
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...(key && { "Idempotency-Key": key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (response.ok) return await response.json();
  } catch {
    throw new ApiError(0, "offline");
  }
  throw await errorOf(response);
}
