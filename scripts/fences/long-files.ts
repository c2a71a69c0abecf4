/** Files above the limit of lines. Remove a file from the list once it is split; add none. */
export const longFiles: ReadonlySet<string> = new Set([
  "tests/contract/secrets.test.ts",
  "tests/faults/faults.ts",
  "tests/server/database-away.test.ts",
  "tests/server/process.test.ts",
  "tests/web/outbox.test.ts",
]);
