import type pg from "pg";
import { Refusal } from "#server/http/refusal.ts";
import type { FieldError } from "#shared/http/errors.ts";

/** The error at a field of an event that names an unknown psychic, customer or gift. */
export const unknownPlace = (path: string, message: string): FieldError => ({
  path,
  code: "unknown",
  message,
});

/**
 * @param pathOf the place of the psychic at an index, for the refusal.
 * @throws Refusal 422 that names every place with an unknown psychic.
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
