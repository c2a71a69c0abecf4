import { expect, test } from "vitest";
import { readEnv } from "#server/env.ts";

test("an address keeps its settings except application_name, which tells releases apart", () => {
  const address = (query: string) => `postgres://user:p%5Ew@host:5432/name${query}`;
  const { DATABASE_URL, DATABASE_READ_URL } = readEnv({
    DATABASE_URL: address("?application_name=portal&sslmode=require"),
    DATABASE_READ_URL: address("?application_name=portal"),
    NODE_ENV: "test",
  });
  expect(DATABASE_URL).toBe(address("?sslmode=require"));
  expect(DATABASE_READ_URL).toBe(address(""));
  const odd = "postgres://user:p^w@host/name?sslmode=require";
  expect(readEnv({ DATABASE_URL: odd, NODE_ENV: "test" }).DATABASE_URL).toBe(odd);
});
