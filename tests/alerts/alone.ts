import { startEmbedded } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { giveClock } from "../support/database.ts";
import { dataFolder } from "../support/portal-process.ts";

/** A migrated database on a PostgreSQL server of its own, which a fault can freeze. */
export async function openAlone() {
  const folder = await dataFolder();
  const settings = { fsync: "off", shared_buffers: "64MB" };
  const server = await startEmbedded({ dataDir: folder, settings });
  try {
    await giveClock(server.url);
    await migrate(server.url);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { folder, url: server.url, close: server.stop };
}
