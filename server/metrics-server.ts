import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { observeDatabase } from "./database-metrics.ts";
import { connect } from "./db/connection.ts";
import { metricsLimits, metricsTimeout } from "./db/timeouts.ts";
import type { Env } from "./env.ts";
import { observeFiles } from "./file-store-metrics.ts";
import { describeError } from "./log.ts";
import type { Services } from "./services.ts";

/** The metrics of this process, for the server on METRICS_PORT. */
export interface ObservedProcess {
  /** A server that answers any path with the metrics. */
  openServer(): Server;
  /** Closes the connection to the database. */
  close(): Promise<void>;
}

/** Adds the gauges that are computed when the metrics are read. */
export function observeProcess(
  services: Services,
  env: Pick<Env, "dataDir" | "S3_URL">,
  databaseUrl: string,
): ObservedProcess {
  const { log, metrics } = services;
  const { pool, close } = connect(databaseUrl, {
    poolSize: 1,
    limits: metricsLimits,
    queryTimeout: metricsTimeout,
    // Longer than the usual pause between scrapes, so that most need no new connection.
    idleTimeout: 60_000,
    onError: (error) => log.warn({ error: describeError(error) }, "database connection lost"),
  });
  observeDatabase(services, pool);
  observeFiles(services, env.S3_URL ? null : join(env.dataDir, "files"), metrics.registry);
  return {
    openServer: () =>
      createServer(async (_req, res) => {
        try {
          const text = await metrics.registry.metrics();
          res.setHeader("Content-Type", metrics.registry.contentType);
          res.end(text);
        } catch (error) {
          log.warn({ error: describeError(error) }, "metrics not read");
          res.writeHead(500).end();
        }
      }),
    close,
  };
}
