import { join } from "node:path";
import { createServer, type ViteDevServer } from "vite";
import { connect } from "#server/db/connection.ts";
import { freePort } from "#server/db/embedded/free-port.ts";
import { openDatabase } from "#server/db/open.ts";
import { demoState } from "#server/demo-state.ts";
import { readEnv } from "#server/env.ts";
import { startLivingDemo } from "#server/living-demo.ts";
import { createLogger } from "#server/log.ts";
import { StartError } from "#server/start-error.ts";
import { devPages, nonce } from "./dev-pages.ts";
import { type ServerProcess, startServer } from "./server-process.ts";

const root = join(import.meta.dirname, "../..");
const say = (line: string) => console.log(line);

/**
 * `npm run dev`: Vite answers on the portal's only address and passes requests on to the server. The
 * server restarts with every change of its files. This process keeps what must survive a restart: the
 * database, the demo's simulated platform, and the browser's connection for hot reload.
 */
async function main(): Promise<void> {
  const env = readEnv();
  if (env.production)
    throw new StartError("npm run dev does not run with NODE_ENV=production. Use npm start");

  let vite: ViteDevServer | undefined;
  let server: ServerProcess | undefined;
  let stopPlatform: (() => Promise<void>) | undefined;
  const database = await openDatabase(env, say);
  const port = await freePort();

  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= (async () => {
      await Promise.all([vite?.close(), stopPlatform?.(), server?.stop()]);
      await database.stop();
    })();
    return stopping;
  };
  const exit = (code: number) => {
    stop().then(
      () => process.exit(code),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => exit(0));

  try {
    server = startServer(root, {
      PORT: String(port),
      PUBLIC_URL: env.publicUrl,
      // This process starts the platform, so that it survives the server's restarts.
      DEMO_PACE: "0",
    });
    void server.ended.then(() => {
      if (stopping) return;
      console.error("The server's process ended. Start npm run dev again.");
      exit(1);
    });
    vite = await createServer({
      configFile: join(root, "vite.config.ts"),
      cacheDir: join(root, ".cache/vite"),
      clearScreen: false,
      plugins: [devPages({ env, server, port })],
      html: { cspNonce: nonce },
      server: {
        host: "127.0.0.1",
        port: env.PORT,
        strictPort: true,
        // By default Vite serves the whole checkout, but .data contains secrets and letters.
        fs: {
          allow: ["web", "shared", "node_modules", ".cache/vite"].map((folder) =>
            join(root, folder),
          ),
        },
        cors: false,
      },
    });
    await vite.listen().catch((error: Error) => {
      const isTaken = error.message.includes("already in use");
      throw isTaken ? new StartError(`${error.message}; choose another with PORT=…`) : error;
    });

    if (!(await server.waitUntilListening())) return;
    stopPlatform = await startPlatform();
    say(
      `The app is at ${env.publicUrl}, with hot reload; its parts are at ${env.publicUrl}/gallery/`,
    );
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }

  async function startPlatform() {
    const db = connect(database.url, { onError: () => {}, poolSize: 1 });
    const state = await demoState(db.pool).finally(() => db.close());
    if (state !== "whole" || env.DEMO_PACE === 0 || stopping) return undefined;
    const address = { address: "127.0.0.1", family: "IPv4", port };
    const log = createLogger("warn", join(env.dataDir, "platform.log"));
    return startLivingDemo({ databaseUrl: database.url, address, env, log, say });
  }
}

main().catch((error) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
});
