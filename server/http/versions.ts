import type { Request } from "express";
import type { Knex } from "knex";
import type { Versioned } from "#shared/http/endpoint.ts";
import { weekOf } from "#shared/rules/schedule.ts";
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

async function versionOf(sql: Knex, thing: Versioned, ownerId: number) {
  const row: { version: number } | undefined = await sql("versions")
    .whereRaw("owner_id = ?::bigint and thing = ?", [ownerId, thing])
    .first("version");
  return row?.version;
}

/**
 * What else names a representation, and is no part of the version that If-Match compares. A schedule
 * is answered with the dates of the present week (D13), a profile with the phones, which have a
 * version of their own (L2).
 */
const moments: Partial<
  Record<Versioned, (sql: Knex, ownerId: number, now: Date) => Promise<unknown>>
> = {
  schedule: async (_sql, _ownerId, now) => weekOf(now),
  profile: (sql, ownerId) => versionOf(sql, "phones", ownerId),
};

/** Makes strong ETags of the versions of one thing of one person at an instant, quotes included. */
async function tagsOf(sql: Knex, thing: Versioned, ownerId: number, now: Date) {
  const moment = await moments[thing]?.(sql, ownerId, now);
  return (version: number) =>
    `"${thing}-${ownerId}-${version}${moment === undefined ? "" : `.${moment}`}"`;
}

/** A tag without its moment: an edit that was begun in one week may be saved in the next. */
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
  const tag = await tagsOf(sql, thing, ownerId, now);
  return tag((await versionOf(sql, thing, ownerId)) ?? 1);
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
  const tag = await tagsOf(trx, thing, ownerId, now);
  const present = tag(next - 1);
  if (given !== undefined && !namesVersion(given, present)) {
    return new Refusal("stale_version", { current: await current(), etag: present });
  }
  return tag(next);
}
