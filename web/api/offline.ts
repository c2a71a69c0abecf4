import type { QueryFunctionContext } from "@tanstack/react-query";
import type { EndpointData, RequestOf } from "#shared/http/endpoint.ts";
import type { PlainRequest } from "./address.ts";

/** What stands, and its version (ETag) where it has one. */
export interface Answer {
  data: unknown;
  version: string | null;
}

/** How a phone goes on without its server. Only a psychic's screens do; the others have none. */
export interface OfflineMode {
  /** The server's answer, or what the phone keeps of it, with the user's waiting edits in it. */
  answer(
    endpoint: EndpointData,
    request: PlainRequest,
    context: Pick<QueryFunctionContext, "client" | "queryKey" | "signal">,
    ask: () => Promise<Answer>,
  ): Promise<Answer>;
  /** Whether an edit of this kind has to wait behind an earlier one. */
  isBehind(endpoint: EndpointData): boolean;
  /** The server took an edit of this kind at once. */
  saved(endpoint: EndpointData, request: PlainRequest): void;
  /** Takes an edit to send it later; false when this one cannot wait. */
  queue(edit: QueuedEdit): Promise<boolean>;
}

export interface QueuedEdit {
  endpoint: EndpointData;
  request: RequestOf<EndpointData>;
  version: string | undefined;
  /** The key under which the server may have seen it already. */
  key: string;
  /** Whether it was tried: then it may have been done. */
  isTried: boolean;
  /** What the request's ids stand for, in words. */
  about?: string | undefined;
}

let mode: OfflineMode | null = null;

export const offlineMode = () => mode;

/** @returns ends it. */
export function startOfflineMode(next: OfflineMode): () => void {
  mode = next;
  return () => {
    if (mode === next) mode = null;
  };
}
