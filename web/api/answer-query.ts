import type { QueryFunctionContext } from "@tanstack/react-query";
import type { EndpointData, ResponseOf } from "#shared/http/endpoint.ts";
import type { PlainRequest } from "./address.ts";
import { bodyOf, respond } from "./call.ts";
import { offlineMode } from "./offline.ts";

export interface AnswerOf<E extends EndpointData> {
  data: ResponseOf<E>;
  /** The answer's ETag; null if it has none. */
  version: string | null;
}

/** Answers a query from the server. */
export async function answerQuery<E extends EndpointData>(
  endpoint: E,
  request: PlainRequest,
  context: Pick<QueryFunctionContext, "client" | "queryKey" | "signal">,
  headers: Record<string, string> = {},
): Promise<AnswerOf<E>> {
  const { signal } = context;
  return answerAsShown(endpoint, request, context, async () => {
    const response = await respond(endpoint, request, { signal, headers });
    return { data: await bodyOf<E>(response), version: response.headers.get("ETag") };
  });
}

/**
 * The server's answer, or, if phones keep the answer, what the offline mode makes of it.
 * @param server gives the server's answer.
 */
export async function answerAsShown<E extends EndpointData>(
  endpoint: E,
  request: PlainRequest,
  context: Pick<QueryFunctionContext, "client" | "queryKey">,
  server: () => Promise<AnswerOf<E>>,
): Promise<AnswerOf<E>> {
  const offline = endpoint.keepOffline ? offlineMode() : null;
  if (!offline) return server();
  return (await offline.answer(endpoint, request, context, server)) as AnswerOf<E>;
}
