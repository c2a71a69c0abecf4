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

/** @throws Refusal 400 unless the key is a UUID. */
export function idempotencyKey(req: Request): string | undefined {
  const key = req.get("idempotency-key");
  if (key !== undefined && !uuid.test(key)) {
    throw new Refusal("not_readable", { detail: "Idempotency-Key must be a UUID" });
  }
  return key?.toLowerCase();
}

/** A request under its key. Another body, path or method is another request. */
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
 * Looks for the record of a request's key before the body is read.
 * @returns null without a record; else a function that compares a request with the record.
 */
export async function findRecord(
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
 * Runs `effect` once per key. A repeat gets the first answer, even if both arrive at the same time:
 * the second waits for the lock on the key's row. Only a 2xx and the 409 `state_forbids` are
 * recorded; after any other refusal the key can be used again for the corrected request.
 *
 * The record and the effect commit or roll back together: `trx` is the transaction of the write.
 * @throws Refusal 422 `key_reused` if the key belongs to another request.
 */
export async function runOnce(
  trx: Knex.Transaction,
  request: KeyedRequest,
  vault: Vault,
  effect: (trx: Knex.Transaction) => Promise<WireAnswer>,
): Promise<WireAnswer | (WireAnswer & { isRepeat: true })> {
  const { userId, key } = request;
  const hmac = hmacOf(vault, request);
  const inserted = await trx("idempotency_keys")
    .insert({ user_id: userId, key, request_hmac: hmac })
    .onConflict(["user_id", "key"])
    .ignore()
    .returning("key");
  if (inserted.length === 0) {
    const first = await trx("idempotency_keys")
      .where({ user_id: userId, key })
      .first("request_hmac", "status", "headers", "body");
    if (!first || !hmac.equals(first.request_hmac)) throw new Refusal("key_reused");
    const { status, headers, body } = first as WireAnswer;
    return { status, headers, body, isRepeat: true };
  }
  let answer: WireAnswer;
  try {
    // In a savepoint: a 409 rolls back the effect but not the record.
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
