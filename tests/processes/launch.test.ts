import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { processState } from "#server/db/embedded/process-state.ts";
import { patient } from "../support/patience.ts";

// The launcher runs in a temporary project. Its npm, build and portal are stubs that record their
// calls.
const scripts = join(import.meta.dirname, "../../scripts");
let project: string;
const inProject = (...path: string[]) => join(project, ...path);
const quickTests = () => inProject("tests/support/quick-tests.ts");
const started: ChildProcess[] = [];

const stub = {
  npm: `#!/bin/sh
echo "$@" >> npm.calls
mkdir -p node_modules/vite/bin
cp vite.stub node_modules/vite/bin/vite.js
for runner in vitest/vitest.mjs playwright/cli.js; do
  mkdir -p node_modules/$(dirname $runner)
  cp runner.stub node_modules/$runner
done
echo 'export const chromium = { executablePath: () => "" };' > node_modules/playwright/index.js
cp package-lock.json node_modules/.package-lock.json
`,
  vite: `import { appendFileSync, mkdirSync } from "node:fs";
appendFileSync("vite.calls", process.argv.slice(2).join(" ") + "\\n");
mkdirSync("dist/web", { recursive: true });
`,
  // Replaces both test runners. Records its arguments, and whether the web app is built already.
  // Its report is the file report.stub, if there is one.
  runner: `import { appendFileSync, copyFileSync, existsSync } from "node:fs";
const runner = process.argv[1].includes("vitest") ? "vitest" : "playwright";
const received = process.argv.slice(2).filter((word) => !/^--(reporter|outputFile)/.test(word));
appendFileSync("runner.calls", [runner, ...received, existsSync("dist/web")].join(" ") + "\\n");
const report = process.argv.find((word) => word.startsWith("--outputFile.json="))?.split("=")[1];
if (report && existsSync("report.stub")) copyFileSync("report.stub", report);
`,
  // Exits at once if its argument is "exit". Otherwise records each signal, and exits 300 ms after
  // the first.
  portal: `import { appendFileSync } from "node:fs";
const [order, code] = process.argv.slice(2);
appendFileSync("portal.pid", String(process.pid));
if (order === "exit") process.exit(Number(code));
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    appendFileSync("portal.calls", signal + "\\n");
    setTimeout(() => process.exit(7), 300);
  });
}
setInterval(() => {}, 1000);
`,
};

beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), "portal-launch-"));
  await cp(scripts, inProject("scripts"), { recursive: true });
  for (const folder of ["bin", "web", "server"]) await mkdir(inProject(folder));
  const lockfile = { packages: { "": {}, "node_modules/vite": { version: "8.0.0" } } };
  await writeFile(inProject("package-lock.json"), JSON.stringify(lockfile));
  const manifest = { type: "module", imports: { "#tests/*": "./tests/*" } };
  await writeFile(inProject("package.json"), JSON.stringify(manifest));
  await cp(join(scripts, "../tests/support/quick-tests.ts"), quickTests());
  for (const file of ["api/a.test.ts", "e2e/b.spec.ts"]) {
    await mkdir(dirname(inProject("tests", file)), { recursive: true });
    await writeFile(inProject("tests", file), "");
  }
  // The OpenAPI tests' own tools, installed.
  for (const file of ["package-lock.json", "node_modules/.package-lock.json"]) {
    await mkdir(dirname(inProject("tests/openapi", file)), { recursive: true });
    await writeFile(inProject("tests/openapi", file), `{ "packages": {} }`);
  }
  await writeFile(inProject("web", "main.tsx"), "export {};");
  await writeFile(inProject("server", "main.ts"), stub.portal);
  await writeFile(inProject("vite.stub"), stub.vite);
  await writeFile(inProject("runner.stub"), stub.runner);
  await writeFile(inProject("bin", "npm"), stub.npm);
  await chmod(inProject("bin", "npm"), 0o755);
  await symlink(process.execPath, inProject("bin", "node"));
});

afterEach(async () => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
  await rm(project, { recursive: true, force: true });
});

const environment = () => ({
  // The launcher accepts any program as a browser if its `--version` succeeds.
  CHROMIUM_PATH: process.execPath,
  PATH: [inProject("bin"), dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter),
});

function launch(...args: string[]) {
  const child = spawn(process.execPath, [inProject("scripts", "launch.mjs"), ...args], {
    env: environment(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  const ended = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  return { child, ended, output: text(child.stdout), errors: text(child.stderr) };
}

async function callsOf(file: string): Promise<string[]> {
  const content = await readFile(inProject(file), "utf8").catch(() => "");
  return content.split("\n").filter(Boolean);
}

async function runningPortal(): Promise<number> {
  await expect
    .poll(() => existsSync(inProject("portal.pid")), { timeout: patient(60_000) })
    .toBe(true);
  return Number(await readFile(inProject("portal.pid"), "utf8"));
}

describe("a start", () => {
  test("installs and builds once, and later only what changed", async () => {
    const first = launch("start", "exit", "0");
    expect(await first.ended).toEqual([0, null]);
    expect(await first.output).toMatch(/^Installing the packages.*\nBuilding the web app.*\n$/);
    expect(await callsOf("npm.calls")).toEqual(["ci --include=dev --loglevel=error"]);
    expect(await callsOf("vite.calls")).toEqual(["build --logLevel error"]);

    const second = launch("start", "exit", "0");
    expect(await second.ended).toEqual([0, null]);
    expect(await second.output).toBe("");

    await writeFile(inProject("web", "main.tsx"), "export const changed = true;");
    const third = launch("start", "exit", "0");
    expect(await third.ended).toEqual([0, null]);
    expect(await third.output).toMatch(/^Building the web app.*\n$/);
  });

  test("installs and builds once if two start at once", async () => {
    const both = [launch("start", "exit", "0"), launch("start", "exit", "0")];
    for (const { ended } of both) expect(await ended).toEqual([0, null]);
    expect(await callsOf("npm.calls")).toHaveLength(1);
    expect(await callsOf("vite.calls")).toHaveLength(1);
  });

  test("takes over the lock of an installation that was killed", async () => {
    await mkdir(inProject(".cache"));
    await writeFile(inProject(".cache", "install.lock"), `${process.pid} 1`);
    const { ended } = launch("start", "exit", "0");
    expect(await ended).toEqual([0, null]);
    expect(existsSync(inProject(".cache", "install.lock"))).toBe(false);
  });

  test("prints one line if the packages cannot be installed", async () => {
    await writeFile(inProject("bin", "npm"), "#!/bin/sh\nexit 1\n");
    const { ended, errors } = launch("start");
    expect(await ended).toEqual([1, null]);
    expect(await errors).toBe(
      "The packages could not be installed. npm's message above says why\n",
    );
  });
});

describe("the launched portal", () => {
  test("gives the launcher its exit code", async () => {
    expect(await launch("start", "exit", "3").ended).toEqual([3, null]);
  });

  test("gets one signal for one Ctrl-C, though terminal and npm both send it", async () => {
    const { child, ended } = launch("start");
    const portal = await runningPortal();
    child.kill("SIGINT");
    child.kill("SIGINT");
    child.kill("SIGTERM");
    expect(await ended).toEqual([7, null]);
    expect(await callsOf("portal.calls")).toHaveLength(1);
    expect(processState(portal)).toBeNull();
  });

  test("stops when the launcher is killed outright", async () => {
    const { child } = launch("start");
    const portal = await runningPortal();
    child.kill("SIGKILL");
    await expect.poll(() => processState(portal), { timeout: patient(60_000) }).toBeNull();
    expect(await callsOf("portal.calls")).toEqual(["SIGTERM"]);
  });
});

test("the portal stops when npm's shell is terminated", async () => {
  const launcher = `"${process.execPath}" "${inProject("scripts", "launch.mjs")}" start`;
  // The second command keeps the shell from replacing itself with the launcher.
  const shell = spawn("/bin/sh", ["-c", `${launcher}; exit`], {
    env: { ...environment(), npm_lifecycle_event: "start" },
    stdio: "ignore",
  });
  started.push(shell);
  const portal = await runningPortal();
  shell.kill("SIGTERM");
  await expect.poll(() => processState(portal), { timeout: patient(60_000) }).toBeNull();
  expect(await callsOf("portal.calls")).toEqual(["SIGTERM"]);
});

describe("the tests of named projects", () => {
  const [swept, notSwept] = ["--grep", "--grep-invert"].map(
    (option) => String.raw`${option}=sweeps[\\/]|@sweep`,
  );
  test.each([
    ["test --project=pure", ["vitest run --project=pure* false"]],
    ["test --project=pure --project=api", ["vitest run --project=pure* --project=api true"]],
    [
      "test --project=pure --project=desktop",
      ["vitest run --project=pure* true", `playwright test ${notSwept} --project=desktop true`],
    ],
    ["test --project=phone", [`playwright test ${notSwept} --project=phone true`]],
    [
      "test tests/api/a.test.ts tests/e2e/b.spec.ts --project=phone",
      ["playwright test tests/e2e/b.spec.ts --project=phone true"],
    ],
    [
      "test --sweeps",
      ["vitest run --project=sweeps --project=processes true", `playwright test ${swept} true`],
    ],
    ["watch", ["vitest watch --project=pure* false"]],
    ["watch --project=pure modal", ["vitest watch --project=pure* modal false"]],
    ["watch --project=api sessions", ["vitest watch --project=api sessions true"]],
  ])("%s runs only these, and builds the web app only if they need it", async (words, calls) => {
    await launch(...words.split(" ")).ended;
    expect(await callsOf("runner.calls")).toEqual(calls);
  });
});

test("a path without a test file is named, and nothing runs", async () => {
  const { ended, errors } = launch("test", "tests/api/a.test.ts", "tests/api/nothing.test.ts");
  expect(await ended).toEqual([1, null]);
  expect(await errors).toBe("No test file matches tests/api/nothing.test.ts\n");
  expect(await callsOf("runner.calls")).toEqual([]);
});

test("the end of the output says which tests failed, and why", async () => {
  const failed = {
    fullName: "a psychic signs in",
    status: "failed",
    failureMessages: ["Error: \u001b[31mexpected 200\u001b[39m to be 201\n    at a.test.ts:3"],
  };
  const file = inProject("tests/api/a.test.ts");
  const ended = { name: file, status: "failed", assertionResults: [failed] };
  const unread = {
    name: inProject("tests/api/b.test.ts"),
    status: "failed",
    message: "no such file",
  };
  const report = { testResults: [ended, { ...unread, assertionResults: [] }] };
  await writeFile(inProject("report.stub"), JSON.stringify(report));

  const run = launch("test", "tests/api/a.test.ts");
  expect(await run.ended).toEqual([1, null]);
  const [, whatFailed] = (await run.output).split("What failed:\n");
  expect(whatFailed).toBe(`  tests/api/a.test.ts: a psychic signs in
    Error: expected 200 to be 201
        at a.test.ts:3
  tests/api/b.test.ts
    no such file

0 passed, 2 failed
`);
});

test("an unknown command lists the known ones", async () => {
  const { ended, errors } = launch("sart");
  expect(await ended).toEqual([1, null]);
  expect(await errors).toBe(
    "Usage: launch.mjs <start|test|watch|hours|browse|failover|upgrade|alerts|mutants|engines|build|check|run> …\n",
  );
});

test("scripts that run on the user's own Node use only what Node 20 has", async () => {
  // The pinned Node runs these.
  const pinned = ["test.mjs", "test-hours.mjs", "test-report.mjs"];
  for (const name of await readdir(scripts)) {
    if (!name.endsWith(".mjs") || pinned.includes(name)) continue;
    const source = await readFile(join(scripts, name), "utf8");
    expect(source, name).not.toMatch(
      /\b(globSync|withResolvers|groupBy|fromAsync|import\.meta\.main)\b/,
    );
  }
});
