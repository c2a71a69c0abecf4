import { cp, mkdir, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Decrypter, Encrypter, identityToRecipient } from "age-encryption";
import { describe, expect, test } from "vitest";
import { newBackupKey } from "#server/backup/backup-keys.ts";
import { explainFailure } from "#server/explain-failure.ts";
import { backupKey, runCommand, setUpBackup } from "../server/fixtures/backup.ts";
import { dataFolder, productionSecrets, startPortal } from "../support/portal-process.ts";

const fixture = setUpBackup();
const { backUp, restore, expectRefusal } = fixture;

/** A copy of the backup that a test damages. */
async function copyBackup(): Promise<string> {
  const [name = ""] = await readdir(fixture.backups());
  const copy = join(await dataFolder(), "copy");
  await cp(join(fixture.backups(), name), copy, { recursive: true });
  return copy;
}

describe("a restore refuses", () => {
  test("a folder that is not there, or has no backup", async () => {
    await expectRefusal(await restore("/nowhere"), "The folder /nowhere cannot be read (ENOENT)");
    await expectRefusal(await restore(dirname(fixture.files())), /has no backup$/);
  });

  test("wrong arguments", async () => {
    for (const args of [[], ["a", "b"], ["a", "--force"]]) {
      await expectRefusal(
        await runCommand("restore", args, fixture.targetEnv()),
        /^Usage: npm run restore/,
      );
    }
  });

  test("another key, none, or a mistyped one", async () => {
    const line = /^BACKUP_KEY is not the key of the backup /;
    await expectRefusal(await restore(undefined, { BACKUP_KEY: await newBackupKey() }), line);
    await expectRefusal(
      await restore(undefined, { BACKUP_KEY: undefined }),
      /^BACKUP_KEY is required/,
    );
    const last = backupKey.at(-1) === "Q" ? "P" : "Q";
    const mistyped = `${backupKey.slice(0, -1)}${last}`;
    await expectRefusal(
      await restore(undefined, { BACKUP_KEY: mistyped }),
      "BACKUP_KEY is mistyped",
    );
    await expectRefusal(
      await restore(undefined, { BACKUP_KEY: "secret" }),
      /^BACKUP_KEY must be AGE-/,
    );
  });

  test("a file that was cut off, altered or removed, before it writes anything", async () => {
    const copy = await copyBackup();
    const path = join(copy, "public.users.copy.zst.age");
    const whole = await readFile(path);
    await truncate(path, whole.length - 1);
    await expectRefusal(await restore(copy), `has ${whole.length - 1} bytes instead of`);
    const altered = Buffer.from(whole);
    altered.writeUInt8(whole.readUInt8(whole.length - 20) ^ 1, whole.length - 20);
    await writeFile(path, altered);
    await expectRefusal(await restore(copy), "public.users.copy.zst.age was altered");
    await rm(path);
    await expectRefusal(await restore(copy), "public.users.copy.zst.age is missing");
  });

  test("a manifest that was altered, or that somebody else wrote for this key", async () => {
    const copy = await copyBackup();
    const path = join(copy, "manifest.age");
    const whole = await readFile(path);
    await truncate(path, whole.length - 1);
    await expectRefusal(await restore(copy), "was altered or cut off");
    // Everybody who knows the public half can encrypt for it.
    const decrypter = new Decrypter();
    decrypter.addIdentity(backupKey);
    const [json] = (await decrypter.decrypt(whole, "text")).split("\n");
    const encrypter = new Encrypter();
    encrypter.addRecipient(await identityToRecipient(backupKey));
    await writeFile(path, await encrypter.encrypt(`${json}\n${"0".repeat(64)}\n`));
    await expectRefusal(await restore(copy), "was not made with BACKUP_KEY");
  });

  test("settings without the backup's data key, unless the operator says that it is lost", async () => {
    const DATA_KEYS = `k2:${Buffer.alloc(32, 9).toString("base64")}`;
    const lacking = /^DATA_KEYS lacks the backup's k1,/;
    await expectRefusal(await restore(undefined, { DATA_KEYS }), lacking);
    const done = await restore(undefined, { DATA_KEYS }, "--without-data-keys");
    expect(done.code, done.errors).toBe(0);
  });

  test("nothing if the settings have a newer data key beside the backup's", async () => {
    const newer = `k2:${Buffer.alloc(32, 9).toString("base64")}`;
    const DATA_KEYS = `${newer},${productionSecrets.DATA_KEYS}`;
    const done = await restore(undefined, { DATA_KEYS });
    expect([done.code, done.errors.includes("k1")], done.errors).toEqual([0, false]);
  });

  test("a database with a row that is not the release's own, and a folder with a file", async () => {
    const portal = await startPortal({ env: fixture.targetEnv() });
    const used = await restore();
    expect([used.code, used.errors]).toEqual([1, expect.stringContaining("A portal uses this")]);
    expect(await portal.stop()).toMatchObject({ code: 0 });
    // The portal has started on this database, but nobody has used it.
    await mkdir(fixture.files(), { recursive: true });
    await writeFile(join(fixture.files(), "a.wav"), "a recording");
    const mixed = await restore();
    expect([mixed.code, mixed.errors]).toEqual([
      1,
      expect.stringContaining("has files, such as a"),
    ]);
    await rm(join(fixture.files(), "a.wav"));
    await fixture.client().query("insert into customers (id, username) values (1, 'someone')");
    const kept = await restore();
    expect(kept.errors).toContain("The database is in use: public.customers has rows");
    await fixture.client().query("delete from customers");
    expect(await restore()).toMatchObject({ code: 0 });
    const { rowCount } = await fixture.client().query("select from users");
    expect(rowCount).toBe(1);
    expect((await restore()).errors).toMatch(/^.*\nThe database is in use: /);
  });
});

describe("a backup refuses", () => {
  test("a folder that is not there, that is a file, or that is backed up itself", async () => {
    const pictures = join(fixture.sourceEnv().DATA_DIR, "files/pictures");
    const file = join(await dataFolder(), "file");
    await writeFile(file, "");
    for (const [at, line] of [
      ["/nowhere", "The folder /nowhere cannot be used (ENOENT). Make it first"],
      [file, "cannot be used (ENOTDIR)"],
      [pictures, "which is backed up"],
      ["--help", "Usage: npm run backup"],
    ] as const) {
      const { code, errors } = await backUp(at);
      expect([code, errors]).toEqual([1, expect.stringContaining(line)]);
      expect(errors.trim().split("\n")).toHaveLength(1);
    }
    expect(await readdir(pictures)).toEqual(["a.jpg"]);
  });

  test("a disk without room, in one line that names the folder", async () => {
    const full = Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC" });
    await expect(explainFailure("/backups", () => Promise.reject(full))).rejects.toThrow(
      "There is no room left on the disk of /backups",
    );
  });
});
