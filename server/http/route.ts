import type { Request, Response } from "express";
import type { EndpointData } from "#shared/http/endpoint.ts";
import { limitConcurrency } from "../limit-concurrency.ts";
import { EventFeed, streamEvents } from "./event-stream.ts";
import type { AnyHandler } from "./handler.ts";
import type { RouteContext } from "./route-context.ts";
import { admissionOf } from "./stages/admit.ts";
import { performerOf } from "./stages/perform.ts";
import { inputReaderOf } from "./stages/read.ts";
import { repliesOf } from "./stages/reply.ts";

/** Calls of one endpoint that may queue for a place of its `atOnce`. */
const queuedAtMost = 5000;

/** Runs work under an endpoint's limit of concurrency. */
export type LimitedRun = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * One endpoint as Express runs it. The stages are the contract's order of refusals: 401, 403, 429;
 * 415, 413, 400, 422; then what the handler finds. A caller without access gets a 401 or 403 and
 * learns nothing else.
 */
export function route(
  endpoint: EndpointData,
  handle: AnyHandler,
  context: RouteContext,
): (req: Request, res: Response) => Promise<void> {
  const { atOnce } = endpoint;
  // Sending is not limited: a slow client would hold up the others.
  const limited: LimitedRun = atOnce
    ? limitConcurrency({ atOnce, queuedAtMost })
    : (work) => work();
  const replies = repliesOf(endpoint);
  const admit = admissionOf(endpoint, context, limited);
  const readInput = inputReaderOf(endpoint, context);
  const perform = performerOf(endpoint, { handle, context, limited, replies });

  return async (req, res) => {
    res.locals.route = endpoint.path;
    res.locals.errorsAtMost = endpoint.bodyChecks?.errorsAtMost;
    const admitted = await admit(req, res);
    const input = await readInput(req, res, admitted);
    // The handler may set another one.
    res.setHeader("Cache-Control", replies.cacheControl);
    const outcome = await perform(req, res, admitted, input);
    const feed = "returned" in outcome && outcome.returned;
    if (feed instanceof EventFeed) await streamEvents(endpoint, context, req, res, feed);
    else await replies.send(req, res, outcome);
  };
}
