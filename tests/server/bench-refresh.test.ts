import { afterAll, beforeAll, expect, test } from "vitest";
import { type BenchDatabase, benchDatabase } from "../bench/data.ts";
import { incrementalRefresh } from "../bench/refresh.ts";
import { connectTo, createTestDatabase, type TestDatabase } from "../support/database.ts";

let server: TestDatabase;
let bench: BenchDatabase;

beforeAll(async () => {
  server = await createTestDatabase();
  bench = await benchDatabase(server.url, 2_000, () => {});
});
afterAll(async () => {
  const admin = await connectTo(server.url);
  const name = new URL(bench.url).pathname.slice(1);
  await admin.query(`drop database if exists "${name}" with (force)`);
  await admin.end();
  await server.drop();
});

test("the refresh benchmark damages some days, and its timed refresh repairs them (J1)", async () => {
  const client = await connectTo(bench.url);
  const attempted = () => client.query("select sum(attempted) from daily_statistics");
  try {
    const { rows: before } = await attempted();
    const { name } = await incrementalRefresh(bench, "2,000", 1);
    expect(name).toMatch(/^refresh of [1-9]\d* of \d+ psychic-days, 2,000/);
    expect((await attempted()).rows).toEqual(before);
  } finally {
    await client.end();
  }
});
