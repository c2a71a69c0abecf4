// A SQL console on the portal's database. It works with or without a running portal:
//
//   npm run db
//   npm run db -- "select count(*) from readings"
//   npm run db < file.sql

import { join } from "node:path";
import { type REPLServer, Recoverable, start } from "node:repl";
import { text } from "node:stream/consumers";
import pg from "pg";
import { runCommand } from "#server/commands/database.ts";
import { clusterIn, hasCluster } from "#server/db/embedded/cluster.ts";
import { openDatabase } from "#server/db/open.ts";
import { readEnv } from "#server/env.ts";
import { StartError } from "#server/start-error.ts";

const listTables = `
  select table_name as "table", obj_description(table_name::regclass) as purpose
    from information_schema.tables where table_schema = 'public' order by table_name`;
const describeTable = (table: string) => `
  select column_name as "column", data_type as type, is_nullable as nullable, column_default as "default"
    from information_schema.columns
   where table_schema = 'public' and table_name = ${pg.escapeLiteral(table)} order by ordinal_position;
  select indexdef as index from pg_indexes
   where schemaname = 'public' and tablename = ${pg.escapeLiteral(table)} order by indexname`;

/** Translates psql's `\d` and `\d table` to SQL; other texts stay unchanged. */
function statementOf(input: string): string {
  const [isDescribe, table] = /^\\d\s*(\w*);?$/.exec(input.trim()) ?? [];
  if (isDescribe === undefined) return input;
  return table ? describeTable(table) : listTables;
}

/** Formats rows as a table with a header; columns are as wide as their values. */
function tableOf(fields: pg.FieldDef[], rows: (string | null)[][]): string {
  const lines = [
    fields.map(({ name }) => name),
    ...rows.map((row) => row.map((value) => value ?? "")),
  ];
  const widths = fields.map((_, column) =>
    lines.reduce((widest, line) => Math.max(widest, line[column]?.length ?? 0), 0),
  );
  const [head = "", ...body] = lines.map((line) =>
    line
      .map((value, column) => value.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const rule = widths.map((width) => "-".repeat(width)).join("  ");
  return [head, rule, ...body, `(${rows.length} rows)`, ""].join("\n");
}

/** Runs one or more statements and prints their results. */
async function runStatements(client: pg.Client, input: string): Promise<void> {
  const answer = await client.query({ text: statementOf(input), rowMode: "array" });
  for (const { fields, rows, command, rowCount } of [answer].flat()) {
    if (fields.length > 0) console.log(tableOf(fields, rows));
    else console.log(`${command} ${rowCount ?? ""}`.trim());
  }
}

/** A statement ends with a semicolon, `\d` with its line. */
const isWhole = (input: string) => /^\s*(\\.*|.*;\s*)?$/s.test(input);

async function talk(client: pg.Client, historyFile: string): Promise<void> {
  console.log("End a statement with ; \\d lists tables, \\d NAME describes one, Ctrl-D quits");
  const console_: REPLServer = start({
    prompt: "portal> ",
    ignoreUndefined: true,
    eval: (input, _context, _file, done) => {
      if (!isWhole(input)) return done(new Recoverable(new Error("unfinished")), undefined);
      if (input.trim() === "") return done(null, undefined);
      runStatements(client, input)
        .catch((error: Error) => console.log(error.message))
        .finally(() => done(null, undefined));
    },
  });
  console_.setupHistory(historyFile, () => {});
  await new Promise((resolve) => console_.once("exit", resolve));
}

await runCommand(async () => {
  const env = readEnv();
  // The embedded server would make an empty database, which nobody wants to look at.
  if (!env.DATABASE_URL && !hasCluster(clusterIn(env.dataDir))) {
    throw new StartError(`${env.dataDir} has no database yet: npm start or npm run dev makes one`);
  }
  const database = await openDatabase(env, () => {});
  // Shows values as PostgreSQL writes them.
  const types = { getTypeParser: () => (value: string) => value };
  const client = new pg.Client({ connectionString: database.url, types });
  client.on("error", () => {});
  try {
    await client.connect();
    const given = process.argv.slice(2).join(" ");
    if (given === "" && process.stdin.isTTY)
      return await talk(client, join(env.dataDir, "console-history"));
    await runStatements(client, given || (await text(process.stdin))).catch((error: Error) => {
      throw new StartError(error.message);
    });
  } finally {
    await client.end();
    await database.stop();
  }
});
