import type { QueryFunctionContext } from "@tanstack/react-query";
import type { EndpointData } from "#shared/http/endpoint.ts";
import type { PlainRequest } from "./address.ts";

/** Data, and its version (ETag) where it has one. */
export interface Answer {
  data: unknown;
  version: string | null;
}

/** How a phone works offline. Only the psychics' screens work offline. */
export interface OfflineMode {
  /** The server's answer, or the one that the phone keeps, with the user's unsent edits in it. */
  answer(
    endpoint: EndpointData,
    request: PlainRequest,
    context: Pick<QueryFunctionContext, "client" | "queryKey">,
    askServer: () => Promise<Answer>,
  ): Promise<Answer>;
  /** Whether an edit has to wait behind an earlier edit of the same thing. */
  isBehind(endpoint: EndpointData): boolean;
  /** Called when the server has saved an edit at once. */
  saved(endpoint: EndpointData, request: PlainRequest): void;
  /** Takes an edit to send it later; false when it cannot wait. */
  queue(edit: QueuedEdit): Promise<boolean>;
}

export interface QueuedEdit {
  endpoint: EndpointData;
  request: PlainRequest;
  version: string | undefined;
  /** Its Idempotency-Key. */
  key: string;
  /** It was sent before, so the server may have applied it. */
  isTried: boolean;
  /**
   * The names or numbers behind the request's ids, or the values before the edit, for the screen of
   * unsent edits.
   */
  about?: string | undefined;
  /** The value that it changes, as JSON, if its parts merge with what others save. */
  base?: string | undefined;
}

let mode: OfflineMode | null = null;

export const offlineMode = () => mode;

/** @returns a function that ends it. */
export function startOfflineMode(next: OfflineMode): () => void {
  mode = next;
  return () => {
    if (mode === next) mode = null;
  };
}
