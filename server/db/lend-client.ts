import type pg from "pg";

/**
 * Lends a connection of the pool to `work`. If `work` fails, the connection is closed: that rolls
 * back its transaction, even if the server no longer answers.
 */
export async function lendClient<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  // A broken connection also emits an error on the client. Without a listener, the error would end
  // the process.
  const ignore = () => {};
  client.on("error", ignore);
  try {
    const result = await work(client);
    client.off("error", ignore);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
