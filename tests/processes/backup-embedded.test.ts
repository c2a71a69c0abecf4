import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { connect } from "#server/db/connection.ts";
import { startEmbedded } from "#server/db/embedded.ts";
import { runCommand } from "../server/fixtures/backup.ts";
import { makeManager, password } from "../support/people.ts";
import { dataFolder, endProcesses, Page, startPortal } from "../support/portal-process.ts";

afterAll(endProcesses);

test("a portal's own database is backed up while it runs, and restored into another one", async () => {
  const [home, elsewhere, backups] = [await dataFolder(), await dataFolder(), await dataFolder()];
  const portal = await startPortal({ env: { DATA_DIR: home } });
  const server = await startEmbedded({ dataDir: home });
  expect(server.adopted).toBe(true);
  const db = connect(server.url, { onError: () => {}, poolSize: 1 });
  const manager = await makeManager(db.sql);
  await mkdir(join(home, "files/recordings/20260301"), { recursive: true });
  await writeFile(join(home, "files/recordings/20260301/c1.wav"), "a recording");
  await db.close();
  await server.stop();

  const taken = await runCommand("backup", [backups], { DATA_DIR: home });
  expect(taken, taken.errors).toMatchObject({ code: 0 });
  // The portal's server still runs, although the command has ended.
  const page = new Page(portal.base);
  await page.signIn(manager.username, password);
  const running = await runCommand("restore", [backups], { DATA_DIR: home });
  expect([running.code, running.errors]).toEqual([
    1,
    expect.stringContaining("A portal uses this database"),
  ]);

  const filled = await runCommand("restore", [backups], { DATA_DIR: elsewhere });
  expect(filled, filled.errors).toMatchObject({ code: 0 });
  expect(await readFile(join(elsewhere, "files/recordings/20260301/c1.wav"), "utf8")).toBe(
    "a recording",
  );
  const copy = await startPortal({ env: { DATA_DIR: elsewhere } });
  await new Page(copy.base).signIn(manager.username, password);
  expect(await copy.stop()).toMatchObject({ code: 0 });
  expect(await portal.stop()).toMatchObject({ code: 0 });
});
