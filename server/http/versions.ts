import type { Request } from "express";
import type { Knex } from "knex";
import type { z } from "zod";
import type { Versioned } from "#shared/http/endpoint.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import { weekOf } from "#shared/rules/schedule.ts";
import type { Services } from "../services.ts";
import type { Trace } from "./audit.ts";
import { etagsIn } from "./etags.ts";
import type { Viewer } from "./handler.ts";
import { Refusal } from "./refusal.ts";
import { shapeOf } from "./shape.ts";

/** The functions that read each versioned resource as its GET answers it, for the body of a 412. */
export type CurrentReaders = Partial<Record<Versioned, CurrentReader>>;

export type CurrentReader = (
  call: Services & { sql: Knex; viewer: Viewer | null; trace: Trace | null },
  ownerId: number,
) => Promise<unknown>;

/** A reader whose answer contains only what the response of its GET names. */
export function currentReader(
  { response }: { response: z.ZodType },
  read: CurrentReader,
): CurrentReader {
  const shape = shapeOf(response);
  return async (call, ownerId) => shape(await read(call, ownerId));
}

async function versionOf(sql: Knex, resource: Versioned, ownerId: number) {
  const row: { version: number } | undefined = await sql("versions")
    .whereRaw("owner_id = ?::bigint and thing = ?", [ownerId, resource])
    .first("version");
  return row?.version;
}

/**
 * A representation may change without its version: a schedule shows the dates of the present week
 * (D13), and a profile includes the phones, which have their own version (L2). The ETag then has a
 * suffix, which If-Match ignores.
 */
const etagSuffixes: Partial<
  Record<Versioned, (sql: Knex, ownerId: number, now: Date) => Promise<unknown>>
> = {
  // The word marks answers with `weeks`: a browser may hold one of an earlier release.
  schedule: async (_sql, _ownerId, now) => `${weekOf(now)}-weeks`,
  // Those that have ended leave the list at midnight.
  exceptions: async (_sql, _ownerId, now) => newYorkDay(now),
  profile: (sql, ownerId) => versionOf(sql, "phones", ownerId),
};

/** Makes strong ETags, quotes included, from the versions of one owner's resource. */
async function etagMaker(sql: Knex, resource: Versioned, ownerId: number, now: Date) {
  const suffix = await etagSuffixes[resource]?.(sql, ownerId, now);
  return (version: number) =>
    `"${resource}-${ownerId}-${version}${suffix === undefined ? "" : `.${suffix}`}"`;
}

/** An ETag without its suffix: an edit may begin in one week and be saved in the next. */
const versionIn = (etag: string) => etag.replace(/\.[^"]*/, "");

const namesVersion = (ifMatch: string, present: string) =>
  ifMatch === "*" || etagsIn(ifMatch).some((etag) => versionIn(etag) === versionIn(present));

/** Call it before reading the resource: a write in between makes the ETag too old, never too new. */
export async function readVersion(
  sql: Knex,
  resource: Versioned,
  ownerId: number,
  now: Date,
): Promise<string> {
  const etagOf = await etagMaker(sql, resource, ownerId, now);
  return etagOf((await versionOf(sql, resource, ownerId)) ?? 1);
}

/** For changes that no versioned endpoint makes. Locks the version until the transaction ends. */
export const raiseVersion = (trx: Knex, resource: Versioned, ownerId: number): Promise<void> =>
  raiseVersions(trx, resource, [ownerId]);

/** The same for several owners, each once. */
export async function raiseVersions(
  trx: Knex,
  resource: Versioned,
  ownerIds: readonly number[],
): Promise<void> {
  await trx.raw(
    `insert into versions (owner_id, thing, version)
     select owner_id, ?, 2 from unnest(?::integer[]) owner_id order by owner_id
     on conflict (owner_id, thing) do update set version = versions.version + 1`,
    [resource, [...ownerIds]],
  );
}

/**
 * Raises the version of a resource in the transaction of its write. The row stays locked until the
 * transaction ends, so writes to one resource run one after another.
 * @param current reads the present representation, for a 412.
 * @returns the new ETag, or a 412 if If-Match names another version.
 * @throws Refusal 404 if the owner does not exist.
 */
export async function nextVersion(
  trx: Knex.Transaction,
  req: Request,
  resource: Versioned,
  ownerId: number,
  now: Date,
  current: () => Promise<unknown>,
): Promise<string | Refusal> {
  const { rows } = await trx.raw<{ rows: { version: number }[] }>(
    `insert into versions (owner_id, thing, version)
     select id, ?, 2 from users where id = ?::bigint
     on conflict (owner_id, thing) do update set version = versions.version + 1
     returning version`,
    [resource, ownerId],
  );
  const next = rows[0]?.version;
  if (next === undefined) throw new Refusal("not_found");
  const given = req.get("if-match");
  const etagOf = await etagMaker(trx, resource, ownerId, now);
  const present = etagOf(next - 1);
  if (given !== undefined && !namesVersion(given, present)) {
    return new Refusal("stale_version", { current: await current(), etag: present });
  }
  return etagOf(next);
}
