import type { Request } from "express";
import type { Knex } from "knex";
import type { Versioned } from "../../shared/http/endpoint.ts";
import { weekOf } from "../../shared/rules/schedule.ts";
import type { Services } from "../services.ts";
import type { Trace } from "./audit.ts";
import { etagsIn } from "./etags.ts";
import type { Viewer } from "./handler.ts";
import { Refusal } from "./refusal.ts";

/** Reads a thing as its GET answers it, within the transaction of a write that came too late. */
export type CurrentReaders = Partial<Record<Versioned, CurrentReader>>;

export type CurrentReader = (
  call: Services & { sql: Knex; viewer: Viewer | null; trace: Trace | null },
  ownerId: number,
) => Promise<unknown>;

/**
 * What else names a representation: a schedule is answered with the dates of the present week (D13),
 * so that its tag changes with the week, and its version does not.
 */
const moments: Partial<Record<Versioned, (now: Date) => string>> = { schedule: weekOf };

/** A strong ETag of one version of one thing of one person at an instant, quotes included. */
function etagOf(thing: Versioned, ownerId: number, version: number, now: Date): string {
  const moment = moments[thing]?.(now);
  return `"${thing}-${ownerId}-${version}${moment === undefined ? "" : `.${moment}`}"`;
}

/** A tag without its moment: an edit begun in one week may be saved in the next. */
const versionIn = (etag: string) => etag.replace(/\.[^"]*/, "");

const namesVersion = (ifMatch: string, present: string) =>
  ifMatch === "*" || etagsIn(ifMatch).some((etag) => versionIn(etag) === versionIn(present));

/** Read before the thing itself: a write between makes the tag too old, never too new. */
export async function readVersion(
  sql: Knex,
  thing: Versioned,
  ownerId: number,
  now: Date,
): Promise<string> {
  const row = await sql("versions")
    .whereRaw("owner_id = ?::bigint and thing = ?", [ownerId, thing])
    .first("version");
  return etagOf(thing, ownerId, row?.version ?? 1, now);
}

/** Counts a change of a thing that was not made through a versioned endpoint; holds off its writers. */
export async function raiseVersion(trx: Knex, thing: Versioned, ownerId: number): Promise<void> {
  await trx.raw(
    `insert into versions (owner_id, thing, version) values (?, ?, 2)
     on conflict (owner_id, thing) do update set version = versions.version + 1`,
    [ownerId, thing],
  );
}

/**
 * Takes the next version of a thing within the write's transaction, which also holds off every
 * other writer of it until this one has ended.
 * @param current reads the present representation, for a 412.
 * @returns its tag, or the refusal that If-Match names another version.
 * @throws Refusal 404 for an owner who does not exist.
 */
export async function nextVersion(
  trx: Knex.Transaction,
  req: Request,
  thing: Versioned,
  ownerId: number,
  now: Date,
  current: () => Promise<unknown>,
): Promise<string | Refusal> {
  const { rows } = await trx.raw<{ rows: { version: number }[] }>(
    `insert into versions (owner_id, thing, version)
     select id, ?, 2 from users where id = ?::bigint
     on conflict (owner_id, thing) do update set version = versions.version + 1
     returning version`,
    [thing, ownerId],
  );
  const next = rows[0]?.version;
  if (next === undefined) throw new Refusal("not_found");
  const given = req.get("if-match");
  const present = etagOf(thing, ownerId, next - 1, now);
  if (given !== undefined && !namesVersion(given, present)) {
    return new Refusal("stale_version", { current: await current(), etag: present });
  }
  return etagOf(thing, ownerId, next, now);
}
