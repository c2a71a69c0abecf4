import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, connect as dial } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { migrate } from "#server/db/migrate.ts";
import {
  filesIn,
  setUpBackup,
  startCommand,
  untilItIsGone,
  untilItWaits,
} from "../server/fixtures/backup.ts";
import { connectTo, createEmptyDatabase } from "../support/database.ts";
import { dataFolder } from "../support/portal-process.ts";

const fixture = setUpBackup();
const { restore } = fixture;

const users = async () => (await fixture.client().query("select from users")).rowCount;

describe("a restore never removes a file that it did not write", () => {
  /** Starts a restore that waits in the middle. @returns it, and a function that lets it go on. */
  async function startWaiting() {
    await migrate(fixture.targetEnv().DATABASE_URL);
    const holder = await connectTo(fixture.targetEnv().DATABASE_URL);
    await holder.query("begin; lock table versions in access share mode");
    const running = await startCommand("restore", [fixture.backups()], fixture.targetEnv());
    await untilItWaits(fixture.targetEnv().DATABASE_URL);
    return { running, release: () => holder.end() };
  }

  test("after a killed restore, the next one refuses a folder that has files by then, and keeps them", async () => {
    const { running, release } = await startWaiting();
    running.kill("SIGKILL");
    await running.ended;
    await release();
    await untilItIsGone(fixture.targetEnv().DATABASE_URL);
    await mkdir(join(fixture.files(), "recordings/20260301"), { recursive: true });
    const live = join(fixture.files(), "recordings/20260301/live.wav");
    await writeFile(live, "a recording");
    const again = await restore();
    expect(again.errors).toContain("has files, such as recordings/20260301/live.wav");
    expect(await readFile(live, "utf8")).toBe("a recording");
  });

  test("another database's mark keeps others away, until somebody removes it", async () => {
    const mark = join(fixture.files(), ".restoring");
    await mkdir(join(mark, "files-other"), { recursive: true });
    await writeFile(join(mark, "database"), "other, 1/2");
    await writeFile(join(mark, "files-other/half.jpg"), "half");
    const refused = await restore();
    expect([refused.code, refused.errors]).toEqual([
      1,
      expect.stringContaining("A restore into another database (other, 1/2) fills "),
    ]);
    expect(await filesIn(mark)).toEqual(["database", "files-other", "files-other/half.jpg"]);
    await rm(mark, { recursive: true });
    expect(await restore()).toMatchObject({ code: 0 });
  });

  test("if two run at once, the second refuses and the first completes", async () => {
    const { running, release } = await startWaiting();
    const second = await restore();
    expect([second.code, second.errors]).toEqual([
      1,
      expect.stringContaining("A restore into this database is already running"),
    ]);
    // A restore into another database refuses too: both would use the same folder.
    const elsewhere = await createEmptyDatabase();
    onTestFinished(elsewhere.drop);
    const other = await restore(undefined, { DATABASE_URL: elsewhere.url });
    expect([other.code, other.errors]).toEqual([
      1,
      expect.stringContaining("A restore into another database ("),
    ]);
    await release();
    expect(await running.ended).toMatchObject({ code: 0 });
    expect(await filesIn(fixture.files())).toEqual(["pictures", "pictures/a.jpg"]);
    expect(await users()).toBe(1);
  });

  test("the answer to the commit is lost: the rows are in, and so are their files", async () => {
    const cutter = await openCommitCutter(fixture.targetEnv().DATABASE_URL);
    onTestFinished(() => cutter.close());
    const cut = await restore(undefined, { DATABASE_URL: cutter.url });
    expect([cut.code, cut.errors]).toEqual([
      1,
      expect.stringContaining("This was the last step: the files are in "),
    ]);
    expect(cut.errors).not.toContain("    at ");
    await untilItIsGone(fixture.targetEnv().DATABASE_URL);
    expect(await users()).toBe(1);
    expect(await filesIn(fixture.files())).toEqual(["pictures", "pictures/a.jpg"]);
    expect((await restore()).errors).toContain("The database is in use: ");
    expect(await filesIn(fixture.files())).toEqual(["pictures", "pictures/a.jpg"]);
  });
});

test("folders that are there keep their place, even on another disk", async () => {
  // If the machine has /dev/shm, it is on another disk than the temporary folder.
  const disk = await mkdtemp("/dev/shm/portal-disk-").catch(dataFolder);
  onTestFinished(() => rm(disk, { recursive: true }));
  await mkdir(fixture.files(), { recursive: true });
  await symlink(disk, join(fixture.files(), "pictures"));
  const done = await restore();
  expect(done, done.errors).toMatchObject({ code: 0 });
  expect(await readdir(disk)).toEqual(["a.jpg"]);
  expect(await readdir(fixture.files())).toEqual(["pictures"]);
});

test("a migration that fails after the rows are in: one line says that they are", async () => {
  // Refuses to make functions once there are users. The restore makes functions when it migrates,
  // after the rows are in.
  await fixture.client().query(`
    create schema elsewhere;
    create function elsewhere.refuse() returns event_trigger language plpgsql as $$
    begin
      if to_regclass('public.users') is null then return; end if;
      if exists (select from public.users) then raise 'refused'; end if;
    end $$;
    create event trigger refuse on ddl_command_start when tag in ('CREATE FUNCTION')
      execute function elsewhere.refuse()`);
  const { code, errors } = await restore();
  expect([code, errors.trim().split("\n").at(-1)]).toEqual([
    1,
    "The database refused (P0001). All rows and files are restored: start the portal, which brings the database up to date",
  ]);
  expect(await users()).toBe(1);
  expect(await filesIn(fixture.files())).toEqual(["pictures", "pictures/a.jpg"]);
});

/** A proxy that cuts the connection after the commit, before its answer. */
async function openCommitCutter(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const { hostname, port } = url;
  const server = createServer((client) => {
    const database = dial(Number(port), hostname);
    let isCommitting = false;
    client.on("data", (part) => {
      // Knex and the queue write it in capitals.
      if (part.includes("commit\0")) isCommitting = true;
      database.write(part);
    });
    database.on("data", (part) => (isCommitting ? client.destroy() : client.write(part)));
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      one.on("close", () => other.destroy()).on("error", () => {});
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  url.port = String(typeof address === "object" ? address?.port : address);
  url.hostname = "127.0.0.1";
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: url.href, close };
}
