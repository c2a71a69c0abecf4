// A canary is a value that nothing else contains. Tests send canaries through every flow, and then
// look for them in all stored and logged text.
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type pg from "pg";

export const canaryOf = (name: string) =>
  `${name.replace(/\W+/g, "-")}-${randomBytes(9).toString("hex")}`;

/** The spellings of a secret: plain, escaped, in hex, and in base64 within a longer text. */
export function spellings(secret: string): string[] {
  const inBase64 = [0, 1, 2].map((shift) => {
    const whole = Buffer.from(secret).subarray(shift);
    return whole.subarray(0, whole.length - (whole.length % 3)).toString("base64");
  });
  return [secret, encodeURIComponent(secret), Buffer.from(secret).toString("hex"), ...inBase64];
}

/** Whether a text has this secret in some spelling. Digits must be a number of their own. */
export const holdsSecret = (content: string, secret: string) =>
  /^\d+$/.test(secret)
    ? new RegExp(`(?<![\\w.-])${secret}(?![\\w-])`).test(content)
    : spellings(secret).some((spelling) => content.includes(spelling));

/** The embedded server's log. Empty for any other server. */
export async function databaseLog(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query("show data_directory");
  const file = join(dirname(rows[0].data_directory), "postgres.log");
  return existsSync(file) ? readFile(file, "utf8") : "";
}

export async function filesBelow(top: string): Promise<[string, string][]> {
  const entries = await readdir(top, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry): Promise<[string, string]> => {
        const file = join(entry.parentPath, entry.name);
        return [file, await readFile(file, "latin1")];
      }),
  );
}

/**
 * The portal's and the queue's tables, without partitions: a table has the rows of its partitions.
 */
export async function tableNames(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p')
        and not c.relispartition`,
  );
  return rows.map(({ name }) => name);
}

/** Every stored value as text, with its column, such as `public.users.email`. */
export async function columnTexts(pool: pg.Pool): Promise<[string, string][]> {
  const texts: [string, string][] = [];
  for (const table of await tableNames(pool)) {
    const { rows } = await pool.query(`select to_jsonb(t) as row from ${table} t`);
    for (const { row } of rows) {
      for (const [column, value] of Object.entries(row)) {
        const text = typeof value === "string" ? value : JSON.stringify(value);
        texts.push([`${table}.${column}`, text]);
      }
    }
  }
  return texts;
}

/** The rows of every table, each as text. */
export async function tableTexts(pool: pg.Pool): Promise<[string, string][]> {
  return Promise.all(
    (await tableNames(pool)).map(async (name): Promise<[string, string]> => {
      const { rows } = await pool.query(`select t::text as line from ${name} t`);
      return [name, rows.map(({ line }) => line).join("\n")];
    }),
  );
}

/** The places that have this secret in some spelling, with the text around it. */
export function placesOf(
  secret: string,
  written: Map<string, string>,
): { place: string; around: string }[] {
  return [...written].flatMap(([place, content]) => {
    const at = Math.max(...spellings(secret).map((spelling) => content.indexOf(spelling)));
    return at < 0 ? [] : [{ place, around: content.slice(Math.max(0, at - 200), at + 100) }];
  });
}
