import { afterEach, expect, test, vi } from "vitest";
import { runCommand } from "#server/commands/database.ts";

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

test.each([
  [{ code: "53100" }, "There is no room left on the database's disk"],
  [{ code: "53300" }, "The database went away or took too long (53300): run the command again"],
  [
    { code: "ETIMEDOUT", syscall: "read" },
    "The database went away or took too long (ETIMEDOUT): run the command again",
  ],
  [
    { code: "ETIMEDOUT", syscall: "open", path: "/far/week.csv" },
    "/far/week.csv cannot be used (ETIMEDOUT)",
  ],
  [{ code: "EPIPE", syscall: "write", path: "/far/pipe" }, "/far/pipe cannot be used (EPIPE)"],
])("a command that fails with %j says so in one line", async (error, line) => {
  const print = vi.spyOn(console, "error").mockImplementation(() => {});
  await runCommand(() => Promise.reject(Object.assign(new Error("insert into …"), error)));
  expect(print.mock.calls).toEqual([[line]]);
  expect(process.exitCode).toBe(1);
});
