import type { EndpointData, RequestOf, ResponseOf } from "../../shared/http/endpoint.ts";
import { uuid } from "../lib/uuid.ts";
import { showCommunicationFailure } from "../ui/notice-store.ts";
import { isCommunicationFailure } from "./api-error.ts";
import { bodyOf, respond } from "./call.ts";

export interface Saved<E extends EndpointData> {
  data: ResponseOf<E>;
  /** The ETag of what now stands, for the next save of the same thing. */
  version: string | null;
}

/**
 * The one way every form saves. The key makes a repeat harmless; `version` is the ETag the edit
 * was made on. A server that cannot be reached or fails is told to the user here; refusals are
 * thrown for the form to show.
 */
export async function save<E extends EndpointData>(
  endpoint: E,
  request: RequestOf<E>,
  version?: string,
): Promise<Saved<E>> {
  try {
    const response = await respond(endpoint, request, {
      headers: {
        "Idempotency-Key": uuid(),
        ...(version && { "If-Match": version }),
      },
    });
    return { data: await bodyOf<E>(response), version: response.headers.get("ETag") };
  } catch (error) {
    if (isCommunicationFailure(error)) showCommunicationFailure();
    throw error;
  }
}
