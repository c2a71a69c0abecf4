import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { createMigration } from "#scripts/create-migration.ts";
import { createTestDatabase } from "../support/database.ts";
import { endProcesses, spawnPortal } from "../support/portal-process.ts";

const database = await createTestDatabase();
afterAll(async () => {
  await endProcesses();
  await database.drop();
});

async function run(script: string, argument: string, overrides: Record<string, undefined> = {}) {
  const env = { DATABASE_URL: database.url, ...overrides };
  const command = await spawnPortal({ script: `scripts/${script}.ts`, args: [argument], env });
  return command.ended;
}

describe("npm run db", () => {
  test("prints what each statement returns", async () => {
    const { code, output } = await run("db", "select 1 as one, null as none; select 'x' as letter");
    expect(output.split("\n")).toEqual([
      ...["one  none", "---  ----", "1", "(1 rows)", ""],
      ...["letter", "------", "x", "(1 rows)", ""],
      "",
    ]);
    expect(code).toBe(0);
  });

  test("describes a table", async () => {
    const { output } = await run("db", "\\d gifts");
    expect(output).toMatch(/^minutes +smallint +NO/m);
    expect(output).toContain("CREATE UNIQUE INDEX gifts_pkey");
  });

  test("fails with PostgreSQL's own message", async () => {
    const { code, errors } = await run("db", "selec 1");
    expect(errors).toBe('syntax error at or near "selec"\n');
    expect(code).toBe(1);
  });
});

test("npm run db makes no database where there is none", async () => {
  const folder = await mkdtemp(join(tmpdir(), "no-database-"));
  try {
    const env = { DATABASE_URL: undefined, DATA_DIR: folder };
    const command = await spawnPortal({ script: "scripts/db.ts", args: ["select 1"], env });
    const { code, errors } = await command.ended;
    expect(errors).toContain("has no database yet: npm start or npm run dev makes one");
    expect([code, await readdir(folder)]).toEqual([1, []]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

describe("npm run migration", () => {
  test("creates the next migration, whose unfinished SQL no database accepts", async () => {
    const folder = await mkdtemp(join(tmpdir(), "migrations-"));
    try {
      await writeFile(join(folder, "20260131_last.ts"), "");
      expect(await createMigration(folder, "add_color")).toBe("20260201_add_color.ts");
      const file = join(folder, "20260201_add_color.ts");
      expect(await readFile(file, "utf8")).toContain("export async function down");
      const { up } = await import(pathToFileURL(file).href);
      const statements: string[] = [];
      await up({ raw: (text: string) => statements.push(text) });
      expect(statements.map((text) => text.trim())).toEqual(["alter table"]);
      await expect(createMigration(folder, "Bad-Name")).rejects.toThrow("Usage: npm run migration");
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("undoes the last migration, but not in production", async () => {
    const names = async () =>
      (await run("db", "select name from knex_migrations order by id")).output
        .split("\n")
        .slice(2, -3);
    const before = await names();
    expect((await run("migration", "--undo")).errors).toContain("not work in production");
    expect(await names()).toEqual(before);
    const { output } = await run("migration", "--undo", { NODE_ENV: undefined });
    expect(output).toContain(`Undid ${before.at(-1)?.trim()}`);
    expect(await names()).toEqual(before.slice(0, -1));
  });
});
