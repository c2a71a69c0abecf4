import { mkdir, open, readdir, rm, symlink, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { connect } from "#server/db/connection.ts";
import { filesIn, runCommand, setUpBackup, startCommand } from "../server/fixtures/backup.ts";
import { patient } from "../support/patience.ts";
import { makePsychic } from "../support/people.ts";
import { dataFolder } from "../support/portal-process.ts";
import { mayMount, tinyDisk } from "../support/tiny-disk.ts";

const fixture = setUpBackup();
const { backUp, restore, onSource } = fixture;

const name = "a1".repeat(16);
const filesOf = (sizes: string[]) => sizes.map((size) => `pictures/${name}_${size}.jpg`);
const source = (path = "") => join(fixture.sourceEnv().DATA_DIR, "files", path);

/** Expects a backup to fail with one line, and to leave nothing. */
async function expectNone(at: string, line: string, env: Record<string, string> = {}) {
  const { code, errors } = await runCommand("backup", [at], { ...fixture.sourceEnv(), ...env });
  expect([code, errors]).toEqual([1, expect.stringContaining(line)]);
  expect(errors.split("\n").filter((one) => one && !one.includes("rows/s"))).toHaveLength(1);
  expect(await readdir(at)).toEqual([]);
}

describe("pictures that the rows name", () => {
  beforeAll(async () => {
    const db = connect(fixture.sourceEnv().DATABASE_URL, { onError: () => {}, poolSize: 1 });
    const { id } = await makePsychic(db.sql);
    await db.sql("pictures").insert({ user_id: id, state: "approved", name });
    await db.close();
    for (const path of filesOf(["s", "m", "l"])) await writeFile(source(path), "a picture");
    return () => onSource("delete from pictures").then(() => undefined);
  });

  test("are all in a backup that succeeds", async () => {
    const at = await dataFolder();
    expect(await backUp(at)).toMatchObject({ code: 0 });
    expect(await restore(at)).toMatchObject({ code: 0 });
    expect(await filesIn(fixture.files())).toEqual(
      expect.arrayContaining(filesOf(["l", "m", "s"])),
    );
  });

  test("are not in the backup if they are in a bucket", async () => {
    const at = await dataFolder();
    // The backup does not ask the bucket for anything.
    const bucket = {
      S3_URL: "http://127.0.0.1:9/portal",
      S3_REGION: "us-east-1",
      S3_ACCESS_KEY_ID: "id",
      S3_SECRET_ACCESS_KEY: "secret",
    };
    const made = await runCommand("backup", [at], { ...fixture.sourceEnv(), ...bucket });
    expect([made.code, made.output]).toEqual([
      0,
      expect.stringMatching(/ 0 files .*\nThe pictures/),
    ]);
    const restored = await restore(at);
    expect([restored.code, restored.output]).toEqual([
      0,
      expect.stringContaining("The backup has no pictures or recordings: they were in the bucket"),
    ]);
    expect(await filesIn(fixture.files())).toEqual([]);
  });

  test("but are not there: the backup fails, names them and is marked", async () => {
    const [gone = ""] = filesOf(["l"]);
    await unlink(source(gone));
    const at = await dataFolder();
    const { code, errors, output } = await backUp(at);
    await writeFile(source(gone), "a picture");
    expect([code, errors]).toEqual([
      1,
      expect.stringContaining(`\nMissing: ${gone}\nThe backup lacks`),
    ]);
    const [made = ""] = await readdir(at);
    expect(made).toMatch(/^\d{4}-.*Z-incomplete$/);
    expect(output).toContain(made);

    // It may be the only backup left, so a person can still restore it, by its name.
    const refused = await restore(at);
    expect(refused.errors).toContain(
      `The newest backup lacks pictures: restore it by its own name, ${join(at, made)}, or an earlier`,
    );
    const done = await restore(join(at, made));
    expect(done, done.errors).toMatchObject({ code: 0 });
    expect(done.errors).toContain(`missing when the backup was made: ${gone}\n`);
  });

  test("but none of them is there: DATA_DIR is another folder, or its disk is missing", async () => {
    const empty = await dataFolder();
    const line = `${empty}/files has none of the 3 picture files that the database names`;
    await expectNone(await dataFolder(), line, { DATA_DIR: empty });
    await mkdir(join(empty, "files/pictures"), { recursive: true });
    await expectNone(await dataFolder(), line, { DATA_DIR: empty });
  });
});

describe("a file that cannot be read ends a backup in one line", () => {
  const recordings = () => source("recordings");
  afterEach(() => rm(recordings(), { recursive: true, force: true }));

  test("a link to a disk that is not mounted", async () => {
    await symlink("/nowhere", recordings());
    await expectNone(await dataFolder(), "recordings is a link to nothing");
  });

  test("a link to itself", async () => {
    await symlink(recordings(), recordings());
    await expectNone(await dataFolder(), "recordings cannot be used (ELOOP)");
  });

  test.skipIf(process.platform !== "linux")("one that ends early", async () => {
    await mkdir(recordings());
    // The kernel says that this file has a whole page, but it has only one line.
    await symlink("/sys/kernel/mm/transparent_hugepage/enabled", join(recordings(), "short.wav"));
    await expectNone(await dataFolder(), "short.wav was cut off by another program");
  });

  test("a loop of folders is no error", async () => {
    await mkdir(recordings());
    await symlink(source(), join(recordings(), "back"));
    expect(await backUp(await dataFolder())).toMatchObject({ code: 0 });
  });
});

test("a backup whose connection is lost while it copies files is not kept", async () => {
  await mkdir(source("recordings"), { recursive: true });
  // Copying it takes long enough to be noticed. It is sparse, so it takes no room on the disk.
  const long = await open(source("recordings/long.wav"), "w");
  await long.truncate(400_000_000);
  await long.close();
  const at = await dataFolder();
  const running = await startCommand("backup", [at], fixture.sourceEnv());
  const copied = async () => (await filesIn(at)).some((path) => path.endsWith("files.tar.zst.age"));
  await expect.poll(copied, { timeout: patient(60_000), interval: 5 }).toBe(true);
  await onSource(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'backup'`,
  );
  const { code, errors } = await running.ended;
  await rm(source("recordings"), { recursive: true });
  expect([code, errors]).toEqual([
    1,
    expect.stringMatching(/(^|\n)The connection to the database was lost\. Run it again\n$/),
  ]);
  expect(await readdir(at)).toEqual([]);
});

describe.runIf(mayMount)("a disk without room", () => {
  test("for a backup: one line names its folder, and nothing stays there", async () => {
    const disk = await tinyDisk("64k");
    await expectNone(disk, `There is no room left on the disk of ${disk}`);
  });

  test("for a restore: one line names the files folder, and the database stays empty", async () => {
    await mkdir(source("recordings"), { recursive: true });
    await writeFile(source("recordings/a.wav"), Buffer.alloc(300_000, "a recording"));
    const at = await dataFolder();
    expect(await backUp(at)).toMatchObject({ code: 0 });
    await rm(source("recordings"), { recursive: true });
    const disk = await tinyDisk("128k");
    const { code, errors } = await restore(at, { DATA_DIR: disk });
    expect([code, errors]).toEqual([
      1,
      expect.stringContaining(`There is no room left on the disk of ${disk}/files`),
    ]);
    expect((await fixture.client().query("select from users")).rowCount).toBe(0);
    expect(await filesIn(join(disk, "files"))).toEqual([]);
    expect(await restore(at)).toMatchObject({ code: 0 });
  });
});
