import { mkdir, mkdtemp, readdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { setUpMoving } from "../api/fixtures/moving.ts";
import { csv, person } from "../api/fixtures/moving-rows.ts";
import { patient } from "../support/patience.ts";
import { mayMount, remount, tinyDisk } from "../support/tiny-disk.ts";

const portal = setUpMoving();
beforeAll(async () => {
  const people = Array.from({ length: 20 }, (_, number) => person(number + 1));
  expect(await portal.take("psychics", csv(people))).toMatchObject({ applied: 20 });
});

/** Locks a table, so that a command waits for it. @returns a function that lets it go on. */
async function holdBack(table: string) {
  const other = await portal.db.pool.connect();
  await other.query(`begin; lock table ${table} in access exclusive mode`);
  onTestFinished(async () => {
    await other.query("rollback");
    other.release();
  });
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return {
    untilItWaits: () =>
      expect
        .poll(async () => (await portal.rows(waiting)).length, { timeout: patient(60_000) })
        .toBeGreaterThan(0),
    letGo: () => other.query("rollback"),
  };
}

/** A file outside a tiny disk, with a link to it on that disk. */
async function linkedOn(disk: string, name: string, content: string): Promise<string> {
  await symlink(await portal.write(name, content), join(disk, name));
  return join(disk, name);
}

const customersHeader = "customer_id,username,redeemable_minutes,blocked";

describe.runIf(mayMount)("a disk without room", () => {
  test("for an export: one line says so, the exit code is 1, and no part stays", async () => {
    // Only a part of the single write fits on the disk.
    const disk = await tinyDisk("4k");
    expect(await portal.start("export", ["psychics", disk]).ended).toBe(
      `1: There is no room left on the disk of ${disk}`,
    );
    expect(await readdir(disk)).toEqual([]);
  });

  test("for refused lines: the import stops, and later continues with all of them", async () => {
    const disk = await tinyDisk("8k");
    const lines = Array.from({ length: 300 }, (_, number) => `${number + 1},ada,-5,false`);
    const content = [customersHeader, ...lines, "7001,ada,5,false"].join("\n");
    const file = await linkedOn(disk, "customers.csv", content);
    const errors = `${file}.errors.csv`;
    expect(await portal.start("import", ["customers", file]).ended).toBe(
      `1: There is no room left on the disk of ${errors}`,
    );
    expect(await portal.rows("select from customers where id = 7001")).toEqual([]);

    remount(disk, "size=1m,ro");
    expect(await portal.start("import", ["customers", file]).ended).toBe(
      `1: ${errors} cannot be used (EROFS)`,
    );

    remount(disk, "rw");
    expect(await portal.start("import", ["customers", file]).ended).toContain(
      `1 customers imported`,
    );
    expect((await readFile(errors, "utf8")).trimEnd().split("\n")).toHaveLength(301);
  });

  test("for the differences of a week: one line says so, and no part stays", async () => {
    const disk = await tinyDisk("4k");
    const lines = Array.from({ length: 200 }, (_, number) => `unknown-${number},1,2,3.00`);
    const content = ["username,calls,minutes,revenue", ...lines].join("\n");
    const file = await linkedOn(disk, "week.csv", content);
    expect(await portal.start("reconcile", [file, "--csv"]).ended).toBe(
      `1: There is no room left on the disk of ${file}.differences.csv`,
    );
    expect(await readdir(disk)).toEqual(["week.csv"]);
  });
});

test.runIf(process.platform === "linux")(
  "a file that cannot be read is reported in one line",
  async () => {
    const folder = await mkdtemp(join(portal.folder, "unreadable-"));
    const file = join(folder, "memory.csv");
    // Even root cannot read the first byte of a process's memory.
    await symlink("/proc/self/mem", file);
    expect(await portal.start("import", ["customers", file]).ended).toBe(
      `1: ${file} cannot be used (EIO)`,
    );
  },
);

test("a database that goes away is reported in one line, and the import continues later", async () => {
  const file = await portal.write("lost.csv", `${customersHeader}\n7100,ada,5,false\n`);
  const lock = await holdBack("customers");
  const { ended } = portal.start("import", ["customers", file]);
  await lock.untilItWaits();
  await portal.rows(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  expect(await ended).toMatch(
    /^1: The database went away or took too long \(.+\): run the command again$/,
  );
  await lock.letGo();
  expect(await portal.start("import", ["customers", file]).ended).toContain("1 customers imported");
});

describe("an export", () => {
  async function begun(name: string) {
    const folder = join(portal.folder, name);
    await mkdir(folder);
    const lock = await holdBack("readings");
    const run = portal.start("export", ["all", folder, "--with-secrets"]);
    const part = () => readFile(join(folder, ".psychics.csv.part"), "utf8").catch(() => "");
    await expect.poll(part, { timeout: patient(60_000) }).toContain("900000001");
    return { folder, lock, ...run };
  }

  test.each(["SIGINT", "SIGTERM"] as const)("that gets %s removes its parts", async (signal) => {
    const { folder, child, ended } = await begun(`ended-by-${signal}`);
    const [row] = await portal.rows(
      "select action, detail from audit_trail order by id desc limit 1",
    );
    expect(row).toMatchObject({ action: "data exported", detail: { secrets: true } });
    child.kill(signal);
    expect(await ended).toMatch(signal === "SIGINT" ? /^130: / : /^143: /);
    expect(await readdir(folder)).toEqual([]);
  });

  test("that cannot rename a file removes those that it has renamed already", async () => {
    const { folder, lock, ended } = await begun("name-taken");
    await mkdir(join(folder, "readings.csv"));
    await lock.letGo();
    expect(await ended).toMatch(/\.readings\.csv\.part cannot be used \(EISDIR\)$/);
    expect(await readdir(folder)).toEqual(["readings.csv"]);
  });

  test("leaves the parts of another one alone, and says that they are there", async () => {
    const { folder, lock, ended } = await begun("two-at-once");
    expect(await portal.start("export", ["all", folder]).ended).toBe(
      `1: ${folder}/.psychics.csv.part is there already: another export is writing it, or was ` +
        "killed. If no export is running, delete it",
    );
    await lock.letGo();
    expect(await ended).toMatch(/^0: 20 psychics/);
    const names = await readdir(folder);
    expect(names.filter((name) => name.endsWith(".part"))).toEqual([]);
    expect(names).toHaveLength(10);
  });
});
