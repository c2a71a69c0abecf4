import type { Request, Response } from "express";
import type { Knex } from "knex";
import type { FileStore } from "#server/adapters/file-store.ts";
import { removePictureFiles, storePicture } from "#server/adapters/picture-files.ts";
import { fromReplica } from "#server/db/replica.ts";
import { type EndpointData, isWrite } from "#shared/http/endpoint.ts";
import { errorCatalogue } from "#shared/http/errors.ts";
import type { WireAnswer } from "../answer.ts";
import { writeAudit } from "../audit.ts";
import type { AnyHandler, Call } from "../handler.ts";
import { runOnce } from "../idempotency.ts";
import { giveBackAll } from "../limits.ts";
import { lockPsychic } from "../lock-psychic.ts";
import { hasJustChanged, noteOwnChange } from "../own-changes.ts";
import type { Picture } from "../picture.ts";
import { Refusal } from "../refusal.ts";
import type { LimitedRun } from "../route.ts";
import type { RouteContext } from "../route-context.ts";
import { nextVersion } from "../versions.ts";
import type { Admitted } from "./admit.ts";
import type { Input } from "./read.ts";
import type { Outcome, Replies } from "./reply.ts";

interface PerformOptions {
  handle: AnyHandler;
  context: RouteContext;
  limited: LimitedRun;
  replies: Replies;
}

type Perform = (req: Request, res: Response, admitted: Admitted, input: Input) => Promise<Outcome>;

/** The third stage: runs the handler. A write and all that belongs to it share one transaction. */
export function performerOf(endpoint: EndpointData, options: PerformOptions): Perform {
  if (!isWrite(endpoint)) return readerOf(endpoint, options);
  const { services, tls } = options.context;
  const perform = endpoint.ownTransaction ? plainly(options) : writerOf(endpoint, options);
  return (req, res, admitted, input) => {
    // Before the write: if its connection breaks, nobody knows whether it was committed.
    if (services.db.replica && !endpoint.signedBy) noteOwnChange(res, tls);
    return perform(req, res, admitted, input);
  };
}

/** Without a transaction. */
const plainly =
  ({ handle, context }: PerformOptions): Perform =>
  async (req, res, admitted, input) => {
    const call = callOf(context, context.services.db.sql, req, res, admitted, input);
    return { returned: await handle(call) };
  };

function readerOf(endpoint: EndpointData, options: PerformOptions): Perform {
  const { handle, context } = options;
  const { services, tls } = context;
  const perform = plainly(options);
  if (!services.db.replica) return perform;
  // The statistics choose between the replica and the primary themselves. Without a replica here,
  // they can only read from the primary.
  const primaryOnly = { ...services, db: { ...services.db, replica: null } };
  const onPrimary = plainly({ ...options, context: { ...context, services: primaryOnly } });
  return async (req, res, admitted, input) => {
    if (hasJustChanged(req, tls)) return onPrimary(req, res, admitted, input);
    if (!endpoint.mayLag) return perform(req, res, admitted, input);
    const returned = await fromReplica(services.db, async (server) => {
      const call = callOf(context, server.sql, req, res, admitted, input);
      return handle({ ...call, db: { ...services.db, ...server } });
    });
    return { returned };
  };
}

function writerOf(endpoint: EndpointData, { handle, context, limited, replies }: PerformOptions) {
  const { services, limits } = context;
  const { about, versioned } = endpoint;
  const isPicture = endpoint.accepts === "picture";
  const readCurrent = versioned && context.current[versioned];
  if (versioned && !readCurrent) {
    throw new Error(`${endpoint.path} is versioned, but nothing reads its ${versioned}`);
  }

  const perform: Perform = async (req, res, admitted, input) => {
    const { viewer, points, onlyAsRepeat } = admitted;
    const { params, keyed } = input;
    const ownerId = Number(params?.id ?? viewer?.userId);

    const write = async (trx: Knex.Transaction, picture?: string): Promise<WireAnswer> => {
      const callIn = (trx: Knex) => callOf(context, trx, req, res, admitted, input, picture);
      const version =
        readCurrent &&
        (await nextVersion(trx, req, versioned, ownerId, services.clock(), () =>
          readCurrent(callIn(trx), ownerId),
        ));
      const blocked = about && (await lockPsychic(trx, about, ownerId, viewer));
      const refusal = version instanceof Refusal ? version : blocked;
      if (refusal) {
        if (!isPicture) await rehearse(trx, (trial) => handle(callIn(trial)));
        throw refusal;
      }
      const answer = replies.toWire(await handle(callIn(trx)));
      if (typeof version === "string") answer.headers.ETag = version;
      return answer;
    };

    const wire = await withStoredPicture(services.files, input.picture, (picture) =>
      limited(() =>
        services.db.sql.transaction((trx) =>
          keyed
            ? runOnce(trx, keyed, services.vault, (trx) => write(trx, picture))
            : write(trx, picture),
        ),
      ),
    );
    // The first request has paid for the repeat: give the repeat's points back (J4).
    if ("isRepeat" in wire && !onlyAsRepeat) await giveBackAll(limits, points);
    return { wire };
  };
  return perform;
}

/**
 * Stores an uploaded picture first, and then calls `write` with the picture's name. A bucket may
 * take seconds, and no transaction should wait for it. The pruner `prunePictures` removes leftover
 * files that are not removed here.
 */
async function withStoredPicture(
  files: FileStore,
  picture: Picture | undefined,
  write: (name?: string) => Promise<WireAnswer>,
): Promise<WireAnswer> {
  if (!picture) return write();
  const name = await storePicture(files, picture.sizes);
  const remove = () => removePictureFiles(files, name).catch(() => {});
  try {
    const wire = await write(name);
    if ("isRepeat" in wire || wire.status >= 400) await remove();
    return wire;
  } catch (error) {
    // After any other error, the commit may have happened.
    if (error instanceof Refusal) await remove();
    throw error;
  }
}

/**
 * The argument of a handler.
 * @param sql Knex, or the transaction of a write.
 * @param picture the name of the stored picture.
 */
function callOf(
  { services, limits, devices }: RouteContext,
  sql: Knex,
  req: Request,
  res: Response,
  { viewer }: Admitted,
  { params, query, body }: Input,
  picture?: string,
): Call<EndpointData> {
  const trace = res.locals.trace ?? null;
  return {
    ...services,
    params,
    query,
    body,
    picture,
    viewer,
    brand: services.brands.of(req.hostname),
    sql,
    limits,
    devices,
    address: req.ip ?? "",
    trace,
    audit: (action, subjectId, detail) =>
      writeAudit(sql, { actorId: viewer?.userId ?? null, action, subjectId, trace, detail }),
    req,
    res,
  } as Call<EndpointData>;
}

/** Refusals with these statuses take precedence over 409 and 412. */
const precedingStatuses = new Set([400, 404, 422]);

/**
 * Runs the handler in a savepoint and rolls it back, only to see whether it would have refused with
 * 400, 404 or 422. @throws Refusal if it would have.
 */
async function rehearse(trx: Knex.Transaction, write: (trial: Knex) => unknown): Promise<void> {
  const trial = await trx.transaction();
  try {
    await write(trial);
  } catch (error) {
    if (error instanceof Refusal && precedingStatuses.has(errorCatalogue[error.code].status)) {
      throw error;
    }
  } finally {
    await trial.rollback();
  }
}
