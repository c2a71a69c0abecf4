import type { Request } from "express";
import type { Knex } from "knex";
import type { Versioned } from "../../shared/http/endpoint.ts";
import type { Services } from "../services.ts";
import type { Viewer } from "./handler.ts";
import { Refusal } from "./refusal.ts";

/** Reads a thing as its GET answers it, within the transaction of a write that came too late. */
export type CurrentReaders = Partial<Record<Versioned, CurrentReader>>;

export type CurrentReader = (
  call: Services & { sql: Knex; viewer: Viewer | null },
  ownerId: number,
) => Promise<unknown>;

/** A strong ETag of one version of one thing of one person, quotes included. */
export function etagOf(thing: Versioned, ownerId: number, version: number): string {
  return `"${thing}-${ownerId}-${version}"`;
}

/** Read before the thing itself: a write between makes the tag too old, never too new. */
export async function readVersion(sql: Knex, thing: Versioned, ownerId: number): Promise<string> {
  const row = await sql("versions")
    .whereRaw("owner_id = ?::bigint and thing = ?", [ownerId, thing])
    .first("version");
  return etagOf(thing, ownerId, row?.version ?? 1);
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
  const present = etagOf(thing, ownerId, next - 1);
  if (given !== undefined && given !== "*" && given !== present) {
    return new Refusal("stale_version", { current: await current(), etag: present });
  }
  return etagOf(thing, ownerId, next);
}
