// Part of `npm run check`: the project's own rules, which no linter has.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { problemsOf } from "./problems.ts";

/** The source files that Git tracks or would add. */
const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
const paths = execFileSync("git", args, { encoding: "utf8" })
  .split("\0")
  .filter((path) => /\.(tsx?|mjs|s?css)$/.test(path) && existsSync(path));
const problems = paths.flatMap((path) => problemsOf(path, readFileSync(path, "utf8")));
for (const problem of problems) console.error(problem);
console.log(`Fences: ${paths.length} files, ${problems.length} problems.`);
if (problems.length > 0) process.exitCode = 1;
