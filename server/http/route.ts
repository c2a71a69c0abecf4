import type { Request, RequestHandler, Response, Router } from "express";
import type { Knex } from "knex";
import { type EndpointData, type EndpointGroup, successStatus } from "#shared/http/endpoint.ts";
import { errorCatalogue } from "#shared/http/errors.ts";
import { createTurns } from "../limit-concurrency.ts";
import { isFresh, send, sendKept, sendNotModified, type WireAnswer } from "./answer.ts";
import { writeAudit, writeAuditHourly } from "./audit.ts";
import { pointsOf } from "./call-limits.ts";
import { guard } from "./guard.ts";
import { type Call, type Handlers, KeptReply, Reply, type Viewer } from "./handler.ts";
import { findRepeat, idempotencyKey, once } from "./idempotency.ts";
import { giveBackAll, type Point, takeAll } from "./limits.ts";
import { holdSubject } from "./lock-psychic.ts";
import { readParts } from "./multipart.ts";
import { fromOurPages } from "./origins.ts";
import {
  bodyReader,
  isUnsafe,
  parse,
  parseBody,
  readJson,
  refuseDepth,
  refuseUnstorable,
} from "./parse.ts";
import { cutPicture, digestOf } from "./picture.ts";
import { Refusal } from "./refusal.ts";
import type { RouteContext } from "./route-context.ts";
import { shapeOf } from "./shape.ts";
import { nextVersion } from "./versions.ts";

/** `/psychics/{id}/status` as Express writes it. */
export const expressPath = (path: string) => path.replace(/\{(\w+)\}/g, ":$1");

/** An endpoint with what answers it. */
export interface Route {
  endpoint: EndpointData;
  handle: AnyHandler;
}

export function routesOf<G extends EndpointGroup>(group: G, handlers: Handlers<G>): Route[] {
  return Object.entries(group).map(([name, endpoint]) => ({
    endpoint,
    handle: handlers[name as keyof G] as unknown as AnyHandler,
  }));
}

const parameters = (path: string) => path.split("{").length;

/**
 * Adds routes to a router, which takes the first that fits: what is asked every few seconds stands
 * first, and a fixed path before one with parameters (`/psychics/busy` is no id).
 */
export function addRoutes(router: Router, routes: readonly Route[], context: RouteContext): void {
  const sorted = routes.toSorted(
    ({ endpoint: a }, { endpoint: b }) =>
      Number(b.polled ?? false) - Number(a.polled ?? false) ||
      parameters(a.path) - parameters(b.path),
  );
  for (const { endpoint, handle } of sorted) {
    const method = endpoint.method.toLowerCase() as "get" | "post" | "put" | "delete";
    const run = route(endpoint, handle, context);
    router[method](expressPath(endpoint.path), ...before(endpoint, context), run);
  }
}

/** Which session an endpoint needs. */
function before(endpoint: EndpointData, { session, readSession }: RouteContext): RequestHandler[] {
  if (endpoint.sessionless) return [];
  // A public GET may give a session a grant (D9); every other GET only reads who calls.
  const reads = endpoint.method === "GET" && endpoint.access !== "public";
  return [reads ? readSession(endpoint.polled === true) : session];
}

type AnyHandler = (call: Call<EndpointData>) => unknown;

/**
 * One endpoint as Express runs it. The order is the contract's: 401, 403, 429, 415, 413, 400,
 * 422, then what the handler finds; a stranger learns nothing before 403. A signature is over the
 * body: what of it stands in the headers is checked first, the rest once the body is there.
 */
function route(
  endpoint: EndpointData,
  handle: AnyHandler,
  context: RouteContext,
): (req: Request, res: Response) => Promise<void> {
  const { services, limits } = context;
  const write = isUnsafe(endpoint.method);
  const isPicture = endpoint.accepts === "picture";
  const readBody = bodyReader(endpoint, context.bodies);
  const shape = endpoint.response ? shapeOf(endpoint.response) : undefined;
  const status = successStatus(endpoint);
  const inTurn = turnsOf(endpoint);
  const readCurrent = endpoint.versioned && context.current[endpoint.versioned];
  if (write && endpoint.versioned && !readCurrent) {
    throw new Error(`${endpoint.path} is versioned, but nothing reads its ${endpoint.versioned}`);
  }
  const aboutPsychic =
    endpoint.aboutCaller || /^\/(psychics|profile)\/\{id\}\//.test(endpoint.path);
  const cacheControl =
    endpoint.revalidated || endpoint.versioned ? "private, no-cache" : "no-store";

  return async (req, res) => {
    res.locals.route = endpoint.path;
    res.locals.placesAtMost = endpoint.placesAtMost;
    const viewer: Viewer | null = req.session?.viewer ?? null;
    if (viewer) res.locals.userId = viewer.userId;

    try {
      refuseForeignQueue(req, viewer);
      guard(endpoint, viewer, req, services.clock());
      if (write && !endpoint.signedBy && !fromOurPages(req, context.origins)) {
        throw new Refusal("not_allowed", { detail: "Not from a page of this portal" });
      }
    } catch (error) {
      await auditRefusal(error, viewer, req, res);
      throw error;
    }
    const signed = endpoint.signedBy && (await context.platformSignature(req));
    const points = pointsOf(endpoint, viewer, req);
    const repeated = await takePoints(points, viewer, req);

    const bytes = write ? await readBody(req, res, { isUnknown: !viewer, signed }) : undefined;
    const given =
      bytes &&
      (isPicture ? await readParts(req.get("content-type") ?? "", bytes) : readJson(bytes));
    const key = write && !endpoint.unkeyed ? idempotencyKey(req) : undefined;
    if (req.url.includes("%00")) {
      refuseUnstorable(req.params, "not_readable");
      refuseUnstorable(req.query);
    }
    const params = parse(endpoint.params, req.params, "not_readable");
    const query = parse(endpoint.query, req.query);
    const isPlain = endpoint.isPlainBody?.(given) ?? false;
    if (!isPicture && !isPlain) refuseDepth(given);
    // Valid UTF-8 holds neither but as an escape.
    if (!isPicture && (bytes?.includes("\\u") || bytes?.includes("\0"))) refuseUnstorable(given);
    const body = isPlain || !write ? given : parseBody(endpoint.body, given);
    const image = isPicture ? (body as { image: File }).image : undefined;
    const request = key && {
      userId: viewer?.userId ?? 0,
      key,
      method: req.method,
      path: req.originalUrl.slice(req.baseUrl.length),
      // Another boundary between the parts is no other request.
      body: image ? await digestOf(image) : given,
    };
    if (repeated && !(request && repeated.is(request))) throw repeated.refusal;
    // Cutting takes a core: what was sent before is answered from its record.
    const isKept = image && request && (await findRepeat(services, request.userId, req))?.(request);
    const picture = image && !isKept ? await cutPicture(image) : undefined;

    const call = (sql: Knex): Call<EndpointData> =>
      ({
        ...services,
        params,
        query,
        body,
        picture,
        viewer,
        brand: services.brands.of(req.hostname),
        sql,
        limits,
        devices: context.devices,
        address: req.ip ?? "",
        trace: res.locals.trace ?? null,
        audit: (action, subjectId, detail) =>
          writeAudit(sql, {
            actorId: viewer?.userId ?? null,
            action,
            subjectId,
            trace: res.locals.trace ?? null,
            detail,
          }),
        req,
        res,
      }) as Call<EndpointData>;

    const answerOf = (answer: unknown): WireAnswer => {
      const headers: Record<string, string> = {};
      if (answer instanceof Reply && answer.etag) headers.ETag = answer.etag;
      if (!shape) return { status, headers, body: null };
      headers["Content-Type"] = "application/json; charset=utf-8";
      const value = answer instanceof Reply ? answer.body : answer;
      return { status, headers, body: JSON.stringify(shape(value)) };
    };

    if (!write || endpoint.ownTransaction) {
      // Before a handler that sends its answer itself; it may say otherwise.
      res.setHeader("Cache-Control", cacheControl);
      const answer = await handle(call(services.db.sql));
      if (res.headersSent) return;
      if (answer instanceof KeptReply) await sendKept(req, res, answer);
      else if (answer instanceof Reply && answer.etag && isFresh(req, answer.etag)) {
        sendNotModified(res, answer.etag);
      } else await send(req, res, answerOf(answer));
      return;
    }

    const change = (trx: Knex.Transaction) => {
      const effect = async (inner: Knex.Transaction): Promise<WireAnswer> => {
        const ownerId = Number(params?.id ?? viewer?.userId);
        const version =
          endpoint.versioned &&
          readCurrent &&
          (await nextVersion(inner, req, endpoint.versioned, ownerId, services.clock(), () =>
            readCurrent(call(inner), ownerId),
          ));
        const blocked = aboutPsychic && (await holdSubject(inner, endpoint, ownerId, viewer));
        const refusal = version instanceof Refusal ? version : blocked;
        if (refusal) {
          if (!isPicture) await tryOut(inner, (trial) => handle(call(trial)));
          throw refusal;
        }
        const wire = answerOf(await handle(call(inner)));
        if (typeof version === "string") wire.headers.ETag = version;
        return wire;
      };
      return request ? once(trx, request, services.vault, effect) : effect(trx);
    };
    const answer = await inTurn(() => services.db.sql.transaction(change));
    // The first answer once more: it took its points the first time (J4).
    if ("isRepeat" in answer && !repeated) await giveBackAll(limits, points);
    res.setHeader("Cache-Control", cacheControl);
    await send(req, res, answer);
  };

  async function auditRefusal(error: unknown, viewer: Viewer | null, req: Request, res: Response) {
    // A refusal of somebody known; what strangers try is counted in the metrics.
    if (!viewer || !(error instanceof Refusal)) return;
    const subject = Number(req.params.id);
    const subjectId = Number.isSafeInteger(subject) && subject < 2 ** 31 ? subject : null;
    const refused = `${endpoint.method} ${endpoint.path}`;
    await writeAuditHourly(
      services.db.sql,
      {
        actorId: viewer.userId,
        action: "refused",
        subjectId,
        trace: res.locals.trace ?? null,
        detail: { route: refused },
      },
      refused,
    );
  }

  /**
   * Takes the points of a call. Where none is left, a repeat of a known key may still go on (J4).
   * @returns undefined if there were points; else what tells whether the request is that repeat.
   * @throws Refusal 429.
   */
  async function takePoints(points: Point[], viewer: Viewer | null, req: Request) {
    try {
      await inTurn(() => takeAll(limits, points));
      return undefined;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "too_many" || endpoint.unkeyed) throw error;
      const is = await findRepeat(services, viewer?.userId ?? 0, req);
      if (!is) throw error;
      return { is, refusal: error };
    }
  }
}

/** Nobody waits in line while sending: who is slow would hold up the others. */
function turnsOf({ atOnce }: EndpointData): <T>(work: () => Promise<T>) => Promise<T> {
  return atOnce ? createTurns({ atOnce, waitingAtMost: 5000 }) : (work) => work();
}

/** What is wrong with a request, or is not there, is told before that it came too late. */
const toldFirst = new Set([400, 404, 422]);

/** Carries out and undoes a write that cannot stand. @throws Refusal of those that go first. */
async function tryOut(trx: Knex.Transaction, write: (trial: Knex) => unknown): Promise<void> {
  const trial = await trx.transaction();
  try {
    await write(trial);
  } catch (error) {
    if (error instanceof Refusal && toldFirst.has(errorCatalogue[error.code].status)) throw error;
  } finally {
    await trial.rollback();
  }
}

/**
 * A phone's queue says whose edit it sends; another user's session must not take it (D40). Asked
 * before the guard, which would say 403 of an edit that only has to wait for its user.
 */
function refuseForeignQueue(req: Request, viewer: Viewer | null): void {
  const owner = req.get("x-queue-owner");
  if (owner === undefined) return;
  if (!viewer) throw new Refusal("not_signed_in");
  if (owner !== String(viewer.userId)) throw new Refusal("other_user");
}
