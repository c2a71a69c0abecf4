import type pg from "pg";
import { Refusal } from "#server/http/refusal.ts";
import type { FieldError } from "#shared/http/errors.ts";

/** A place of an event that names nobody or nothing of ours. */
export const unknownPlace = (path: string, message: string): FieldError => ({
  path,
  code: "unknown",
  message,
});

/**
 * @param pathOf the place of the psychic at an index, for the refusal.
 * @throws Refusal 422 naming every place whose psychic is nobody.
 */
export async function refuseUnknownPsychics(
  client: pg.PoolClient,
  userIds: readonly number[],
  pathOf: (index: number) => string,
): Promise<void> {
  const { rows } = await client.query(
    "select user_id from psychics where user_id = any ($1::integer[])",
    [userIds],
  );
  const known = new Set(rows.map(({ user_id }) => user_id));
  const errors = userIds.flatMap((id, index) =>
    known.has(id) ? [] : [unknownPlace(pathOf(index), "No such psychic")],
  );
  if (errors.length) throw new Refusal("invalid", { errors });
}
