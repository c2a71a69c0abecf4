import pg from "pg";

/**
 * The unique constraint that a failed statement violated; undefined for any other error. The
 * statement's transaction has failed with it.
 */
export function constraintOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === "23505" ? error.constraint : undefined;
}
