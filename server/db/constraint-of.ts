import pg from "pg";

/**
 * Which uniqueness a failed statement would have broken; undefined for any other error. The
 * statement's transaction is of no more use: what follows is a refusal.
 */
export function constraintOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === "23505" ? error.constraint : undefined;
}
