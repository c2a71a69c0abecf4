import { randomBytes } from "node:crypto";
import { startEmbedded } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { connectTo, withDatabase } from "../support/database.ts";
import {
  endProcesses,
  type PortalOptions,
  type PortalProcess,
  startPortal,
} from "../support/portal-process.ts";

/**
 * Runs `measure` on a portal with the settings of production. Creates a database for it on the
 * server of BENCH_DATABASE_URL, or else on the embedded one in .data/bench, and drops it at the
 * end.
 */
export async function withPortal(
  options: PortalOptions,
  measure: (portal: PortalProcess, databaseUrl: string) => Promise<void>,
): Promise<void> {
  const given = process.env.BENCH_DATABASE_URL;
  const server = given
    ? { url: given, stop: async () => {} }
    : await startEmbedded({ dataDir: ".data/bench" });
  const name = `portal_${randomBytes(5).toString("hex")}`;
  const admin = await connectTo(server.url);
  try {
    await admin.query(`create database ${name}`);
    const url = withDatabase(server.url, name);
    await migrate(url);
    await measure(
      await startPortal({ ...options, env: { ...options.env, DATABASE_URL: url } }),
      url,
    );
  } finally {
    await endProcesses();
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
    await server.stop();
  }
}
