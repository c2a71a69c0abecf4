import type { Request } from "express";
import type { Knex } from "knex";
import type { Vault } from "../crypto/vault.ts";
import { pruneRows } from "../db/prune-rows.ts";
import { lives } from "../retention.ts";
import type { Services } from "../services.ts";
import type { WireAnswer } from "./answer.ts";
import { problemOf } from "./errors.ts";
import { Refusal } from "./refusal.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** @throws Refusal 400 for a key that is no UUID. */
export function idempotencyKey(req: Request): string | undefined {
  const key = req.get("idempotency-key");
  if (key !== undefined && !uuid.test(key)) {
    throw new Refusal("not_readable", { detail: "Idempotency-Key must be a UUID" });
  }
  return key?.toLowerCase();
}

/** What a key stands for: another body, path or method is another request. */
export interface KeyedRequest {
  userId: number;
  key: string;
  method: string;
  path: string;
  body: unknown;
}

const hmacOf = (vault: Vault, { method, path, body }: KeyedRequest) =>
  vault.index("request", JSON.stringify([method, path, body ?? null]));

/**
 * Looks for the record of a request's key, before its body is read.
 * @returns what tells whether a request is the one of that record; null if there is no record.
 */
export async function findRepeat(
  { db, vault }: Pick<Services, "db" | "vault">,
  userId: number,
  req: Request,
): Promise<((request: KeyedRequest) => boolean) | null> {
  const key = req.get("idempotency-key");
  if (key === undefined || !uuid.test(key)) return null;
  const record = await db
    .sql("idempotency_keys")
    .where({ user_id: userId, key: key.toLowerCase() })
    .first("request_hmac");
  return record ? (request) => hmacOf(vault, request).equals(record.request_hmac) : null;
}

/**
 * Runs `effect` once for a key: a second request is answered with the first's answer, also when
 * both arrive at the same time (the twin waits on the key's row). Only 2xx and a 409 of the state
 * are kept. Any other refusal leaves no trace, so that the mended or confirmed request may use the
 * key.
 *
 * `trx` is the transaction of the whole write: the record and the effect stand or fall together.
 * @throws Refusal 422 `key_reused` when the key belongs to another request.
 */
export async function once(
  trx: Knex.Transaction,
  request: KeyedRequest,
  vault: Vault,
  effect: (trx: Knex.Transaction) => Promise<WireAnswer>,
): Promise<WireAnswer | (WireAnswer & { isRepeat: true })> {
  const { userId, key } = request;
  const hmac = hmacOf(vault, request);
  const mine = await trx("idempotency_keys")
    .insert({ user_id: userId, key, request_hmac: hmac })
    .onConflict(["user_id", "key"])
    .ignore()
    .returning("key");
  if (mine.length === 0) {
    const first = await trx("idempotency_keys")
      .where({ user_id: userId, key })
      .first("request_hmac", "status", "headers", "body");
    if (!first || !hmac.equals(first.request_hmac)) throw new Refusal("key_reused");
    const { status, headers, body } = first as WireAnswer;
    return { status, headers, body, isRepeat: true };
  }
  let answer: WireAnswer;
  try {
    // A savepoint: a 409 undoes the effect and keeps the record.
    answer = await trx.transaction(effect);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "state_forbids") throw error;
    answer = {
      status: 409,
      headers: { "Content-Type": "application/problem+json; charset=utf-8" },
      body: JSON.stringify(problemOf(error)),
    };
  }
  await trx("idempotency_keys")
    .where({ user_id: userId, key })
    .update({
      status: answer.status,
      headers: JSON.stringify(answer.headers),
      body: answer.body,
    });
  return answer;
}

export const pruneKeys = pruneRows("idempotency_keys", "created_at < ?", lives.idempotency);
