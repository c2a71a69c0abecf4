import type { Knex } from "knex";
// @ts-expect-error Knex documents it as the base of a dialect, but it has no types.
import PostgresClient from "knex/lib/dialects/postgres/index.js";
import type pg from "pg";
import { isLost } from "./is-away.ts";
import { PrimaryClient } from "./primary-client.ts";

const Base: typeof Knex.Client = PostgresClient;

/**
 * Knex's client for PostgreSQL, extended: it closes a connection whose server is frozen, gone or
 * read-only. Knex itself would use it again: it notices only connections that the other side has
 * closed.
 */
export class KnexClient extends Base {
  override async query(connection: pg.Client & { connection: pg.Connection }, query: unknown) {
    try {
      return await super.query(connection, query);
    } catch (error) {
      if (isLost(error)) connection.connection.stream.destroy();
      throw error;
    }
  }
}

/** The same for the primary. */
export class PrimaryKnexClient extends KnexClient {
  _driver() {
    return { Client: PrimaryClient };
  }
}
