import type { Server } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { storeRelease } from "./adapters/releases.ts";
import { createApp } from "./app.ts";
import { migrate } from "./db/migrate.ts";
import { openDatabase } from "./db/open.ts";
import { type DemoState, demoState, listenHosts, makesDemo } from "./demo-state.ts";
import { readEnv } from "./env.ts";
import { openServer } from "./http/open-server.ts";
import { allJobs } from "./jobs/all-jobs.ts";
import { describeError } from "./log.ts";
import { type ObservedProcess, observeProcess } from "./metrics-server.ts";
import { checkFileStore, openFileStores } from "./open-file-stores.ts";
import { logFile, mailFolderOf, mailServerOf, openServices } from "./open-services.ts";
import { StartError } from "./start-error.ts";
import { closeServer, stopTimes } from "./stop.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const env = readEnv();
  const database = await openDatabase(env, say);
  const services = openServices(env, database.url);
  const { db, jobs, log } = services;
  const servers: Server[] = [];
  const metricsServers: Server[] = [];
  let observed: ObservedProcess | undefined;
  let serving = false;
  let draining = false;
  let demo: DemoState = "empty";
  let stopLivingDemo: (() => Promise<void>) | undefined;

  let stopping: Promise<void> | undefined;
  const stop = (signal: string) => {
    stopping ??= (async () => {
      log.info({ signal }, "stopping");
      draining = true;
      await stopLivingDemo?.();
      if (env.production && serving) await pause(stopTimes.notice);
      await Promise.all(servers.map((server) => closeServer(server, stopTimes.requests)));
      const late = pause(stopTimes.release).then(() => {
        throw new Error("the database connections did not close in time");
      });
      const release = async () => {
        await jobs.stop();
        await db.close();
        // Last: Prometheus must not think that a process is gone while it finishes its work.
        await Promise.all(metricsServers.map((server) => closeServer(server, stopTimes.scrape)));
        await observed?.close();
      };
      await Promise.race([release(), late]);
      await database.stop();
      log.flush();
    })();
    return stopping;
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    process.on(signal, () => {
      stop(signal).then(
        () => process.exit(0),
        (error) => {
          log.error({ error: describeError(error) }, "stopping failed");
          log.flush();
          process.exit(1);
        },
      );
    });
  }

  // Node would print the message of an uncaught error, which may quote what users sent (safety 11).
  process.on("uncaughtException", (error) => {
    const fault = describeError(error);
    log.error({ error: fault }, "crashed");
    log.flush();
    process.stderr.write(`The portal crashed: ${fault}\n`);
    process.exit(1);
  });

  try {
    const place = env.S3_URL ? `The bucket ${env.S3_URL}` : `The folder ${env.dataDir}/files`;
    const fault = await checkFileStore(services.files, place);
    // Everything else works without the files, so a store that is away must not prevent the start.
    if (fault) {
      say(`${place} does not answer (${fault}): no pictures or recordings until it does`);
      log.warn({ error: fault }, "file store away");
    }
    const applied = await migrate(database.url);
    if (applied.length > 0) log.info({ count: applied.length }, "migrations applied");
    if (!env.production && applied.length === 1) say(`Applied the migration ${applied[0]}`);
    if (makesDemo(env)) {
      const { seedWhenEmpty } = await import("./demo.ts");
      await seedWhenEmpty(database.url, services, say);
    }
    demo = await demoState(db.pool);
    const hosts = listenHosts(env, demo);
    await jobs.start(services, allJobs);
    // Otherwise the move would begin only in the next minute.
    if (applied.length > 0) await jobs.send("move-rows", {});
    const webFolder = join(import.meta.dirname, "../dist/web");
    const { releases } = openFileStores(env);
    await storeRelease(join(webFolder, "assets"), releases).catch((error) => {
      // Not fatal: only windows that stay open over the next update need these copies.
      log.warn(
        { error: describeError(error) },
        "files of this release not stored: open windows may fail after the next update",
      );
    });
    const app = createApp({
      services,
      env,
      webFolder,
      releases,
      draining: () => draining,
    });
    servers.push(...(await listen(() => openServer(app), env.PORT, hosts)));
    if (env.METRICS_PORT !== undefined) {
      observed = observeProcess(services, env, database.url);
      metricsServers.push(...(await listen(observed.openServer, env.METRICS_PORT, hosts)));
    }
  } catch (error) {
    await stop("failed start").catch(() => {});
    throw error;
  }

  serving = true;
  log.info({ port: env.PORT }, "listening");
  say(`The portal is at ${env.publicUrl}`);
  if (!env.production) {
    if (demo === "whole") {
      const accounts = "manager / manager-demo; luna / luna-demo, orion / orion-demo (psychics)";
      say(`Sign in at ${env.publicUrl}/login: ${accounts}`);
    }
    const mailServer = mailServerOf(env);
    const letters = mailServer ? "go to SMTP_URL" : `are in ${mailFolderOf(env)}`;
    say(`Letters ${letters}, the log is ${logFile(env)}`);
    say("Ctrl-C stops it");
    const address = servers[0]?.address();
    if (demo === "whole" && env.DEMO_PACE > 0 && typeof address === "object" && address) {
      const { startLivingDemo } = await import("./living-demo.ts");
      if (draining) return;
      stopLivingDemo = startLivingDemo({ databaseUrl: database.url, address, env, log, say });
    }
  }
}

/** One server per host, or a single one for all hosts. */
async function listen(
  open: () => Server,
  port: number,
  hosts: readonly string[] = [""],
): Promise<Server[]> {
  const servers: Server[] = [];
  for (const host of hosts) {
    try {
      servers.push(await listenOn(open(), port, host));
    } catch (error) {
      // A machine without IPv6 has no ::1.
      const isMissing = ["EADDRNOTAVAIL", "EAFNOSUPPORT"].includes(
        (error as NodeJS.ErrnoException).code ?? "",
      );
      if (!isMissing || servers.length === 0) throw error;
    }
  }
  return servers;
}

function listenOn(server: Server, port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(
        error.code === "EADDRINUSE"
          ? new StartError(`Port ${port} is in use. Choose another with PORT=…`)
          : error,
      );
    });
    server.listen({ port, ...(host && { host }) }, () => resolve(server));
  });
}

main().catch((error) => {
  process.stderr.write(`${error instanceof StartError ? error.message : (error.stack ?? error)}\n`);
  process.exit(1);
});
