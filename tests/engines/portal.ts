import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Knex } from "knex";
import { connect } from "#server/db/connection.ts";
import { freePort } from "#server/db/embedded/free-port.ts";
import { startEmbedded } from "#server/db/embedded.ts";
import { lettersIn } from "../support/letters.ts";
import { endProcesses, startPortal } from "../support/portal-process.ts";
import { Gate } from "./gate.ts";
import { until } from "./until.ts";

/** A portal with the demo, behind a gate that can be shut. */
export interface GatedPortal {
  url: string;
  gate: Gate;
  sql: Knex;
  /** Waits for a letter to this address. Returns the newest. */
  letterTo(address: string): Promise<string>;
  close(): Promise<void>;
}

export async function openPortal(): Promise<GatedPortal> {
  const folder = await mkdtemp(join(tmpdir(), "portal-engines-"));
  const database = await startEmbedded({
    dataDir: join(folder, "database"),
    settings: { fsync: "off" },
  });
  const port = await freePort();
  const gate = new Gate(port);
  const url = await gate.listen();
  const dataDir = join(folder, "portal");
  const options = {
    env: {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      PORT: String(port),
      PUBLIC_URL: url,
      NODE_ENV: "test",
      DEMO: "1",
      LOG_LEVEL: "error",
      // Stop the demo's events, so that figures stay the same while tests compare them.
      DEMO_PACE: "0",
    },
  };
  await startPortal(options, 180_000);
  const { sql, close } = connect(database.url, { onError: () => {}, poolSize: 2 });
  return {
    url,
    gate,
    sql,
    letterTo: (address) =>
      until(`a letter to ${address}`, async () =>
        (await lettersIn(join(dataDir, "mail"), address)).at(-1),
      ),
    async close() {
      gate.close();
      await close();
      await endProcesses();
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
