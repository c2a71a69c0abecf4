import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { hash } from "@node-rs/argon2";
import { seedDemo } from "#seeds/demo.ts";
import { createPortal, type Portal } from "#seeds/platform/portal.ts";
import { openTestApp, type TestApp, testEnv } from "./test-app.ts";

/** A portal with a small demo, and the simulated platform's way to it. */
export interface LivingDemo {
  testApp: TestApp;
  portal: Portal;
  /** The address of the API. */
  base: string;
  close(): Promise<void>;
}

/** @param seededAt the instant until which the demo has a past. */
export async function openLivingDemo({
  now,
  seededAt,
}: {
  now: Date;
  seededAt: Date;
}): Promise<LivingDemo> {
  const testApp = await openTestApp({ now });
  const { db, vault, files, clock } = testApp.services;
  await seedDemo({
    db,
    vault,
    files,
    hashPassword: (text) => hash(text, { memoryCost: 1024, timeCost: 1, parallelism: 1 }),
    today: seededAt,
    log: () => {},
    scale: 0.02,
  });
  await db.sql("audit_trail").insert([
    { action: "demo begun", at: seededAt },
    { action: "demo made", at: seededAt },
  ]);
  const server = createServer(testApp.app).listen(0, "127.0.0.1");
  await once(server, "listening");
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const portal = createPortal({
    ...{ base, origin: testEnv.publicUrl, secret: testEnv.INGEST_SECRET },
    clock: () => clock().getTime(),
  });
  return {
    ...{ testApp, portal, base },
    async close() {
      server.close();
      server.closeAllConnections();
      await testApp.close();
    },
  };
}
