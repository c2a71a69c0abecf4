import type { Request, Response } from "express";
import { type EndpointData, successStatus } from "#shared/http/endpoint.ts";
import { isFresh, sendAnswer, sendCached, sendNotModified, type WireAnswer } from "../answer.ts";
import { CachedReply, Reply } from "../handler.ts";
import { shapeOf } from "../shape.ts";

/** The result of a call: the handler's return value, or the stored bytes of an earlier answer. */
export type Outcome = { returned: unknown } | { wire: WireAnswer };

/** The last stage: how the answers of an endpoint are written and sent. */
export interface Replies {
  cacheControl: string;
  /** The handler's return value as it is sent. */
  toWire(returned: unknown): WireAnswer;
  send(req: Request, res: Response, outcome: Outcome): Promise<void>;
}

export function repliesOf(endpoint: EndpointData): Replies {
  const shape = endpoint.response ? shapeOf(endpoint.response) : undefined;
  const status = successStatus(endpoint);
  const isStored = (endpoint.revalidated || endpoint.versioned) && !endpoint.hasPin;

  const toWire = (returned: unknown): WireAnswer => {
    const headers: Record<string, string> = {};
    if (returned instanceof Reply && returned.etag) headers.ETag = returned.etag;
    if (!shape) return { status, headers, body: null };
    headers["Content-Type"] = "application/json; charset=utf-8";
    const value = returned instanceof Reply ? returned.body : returned;
    return { status, headers, body: JSON.stringify(shape(value)) };
  };

  return {
    cacheControl: isStored ? "private, no-cache" : "no-store",
    toWire,
    async send(req, res, outcome) {
      if ("wire" in outcome) return sendAnswer(req, res, outcome.wire);
      // A handler whose answer is not JSON sends it itself.
      if (res.headersSent) return;
      const { returned } = outcome;
      if (returned instanceof CachedReply) return sendCached(req, res, returned);
      if (returned instanceof Reply && returned.etag && isFresh(req, returned.etag)) {
        return sendNotModified(res, returned.etag);
      }
      return sendAnswer(req, res, toWire(returned));
    },
  };
}
