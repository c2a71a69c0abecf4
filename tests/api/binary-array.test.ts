import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { binaryArray, type NumericType, postgresTime } from "#server/db/binary-array.ts";
import { connectTo, createTestDatabase, type TestDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = await connectTo(database.url);
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

async function asText(type: NumericType, numbers: (number | null)[]): Promise<string> {
  const array = binaryArray(type, numbers, (number) => number);
  const { rows } = await client.query(`select $1::${type}[]::text as text`, [array]);
  return rows[0].text;
}

test.each<[NumericType, (number | null)[], string]>([
  ["smallint", [-32768, null, 32767], "{-32768,NULL,32767}"],
  ["integer", [-2147483648, 0, 2147483647], "{-2147483648,0,2147483647}"],
  [
    "bigint",
    [-Number.MAX_SAFE_INTEGER, -1, null, 2 ** 32, Number.MAX_SAFE_INTEGER],
    "{-9007199254740991,-1,NULL,4294967296,9007199254740991}",
  ],
  ["integer", [], "{}"],
])("PostgreSQL reads an array of %s", async (type, numbers, text) => {
  expect(await asText(type, numbers)).toBe(text);
});

test("PostgreSQL reads instants before and after 2000, to the millisecond", async () => {
  const instants = [
    "1969-12-31T23:59:59.999Z",
    "2000-01-01T00:00:00.000Z",
    "9999-12-31T23:59:59.999Z",
  ];
  const array = binaryArray("timestamptz", instants, (at) => postgresTime(Date.parse(at)));
  const { rows } = await client.query("select unnest($1::timestamptz[]) as at", [array]);
  expect(rows.map(({ at }) => at.toISOString())).toEqual(instants);
});
