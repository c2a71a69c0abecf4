// Runs the scripts of package.json. It starts on the user's own Node without any package, installs
// what is missing, and runs the script under the Node that the lockfile pins.
import { ensureInstalled } from "./install.mjs";
import { root, runNode, ScriptError } from "./run.mjs";
import { nameOnlyPure, vitestArguments } from "./test-projects.mjs";
import { buildWeb, ensureWeb } from "./web-build.mjs";

const commands = {
  async start(args) {
    await ensureWeb();
    return (await runNode(["server/main.ts", ...args])).code;
  },
  async test(args) {
    return (await runNode(["scripts/test.mjs", ...args])).code;
  },
  async watch(args) {
    const isChosen = args.some((arg) => arg.startsWith("--project"));
    if (isChosen && !nameOnlyPure(args)) await ensureWeb();
    const words = vitestArguments(isChosen ? args : [...args, "--project=pure"]);
    return (await runNode(["node_modules/vitest/vitest.mjs", "watch", ...words])).code;
  },
  async hours() {
    return (await runNode(["scripts/test-hours.mjs"])).code;
  },
  /** Runs a script that opens the built web app in Chromium. */
  async browse(args) {
    await ensureWeb();
    const { findBrowser } = await import("./browser.mjs");
    return (await runNode(args, { env: { CHROMIUM_PATH: await findBrowser() } })).code;
  },
  async failover(args) {
    await ensureWeb();
    return (await runNode(["tests/failover/run.ts", ...args])).code;
  },
  async upgrade(args) {
    await ensureWeb();
    return (await runNode(["tests/upgrade/run.ts", ...args])).code;
  },
  async alerts(args) {
    await ensureWeb();
    return (await runNode(["tests/alerts/run.ts", ...args])).code;
  },
  async mutants(args) {
    return (await runNode(["tests/mutants/run.mjs", ...args])).code;
  },
  async engines(args) {
    await ensureWeb();
    const { findEngines } = await import("./engines.mjs");
    return (await runNode(["tests/engines/run.ts", ...args], { env: await findEngines() })).code;
  },
  async build() {
    await buildWeb();
    return 0;
  },
  async check(args) {
    const checks = {
      fences: ["scripts/fences/main.ts"],
      biome: ["node_modules/@biomejs/biome/bin/biome", "check", "."],
      types: ["node_modules/typescript/bin/tsc", "-b"],
    };
    const unknown = args.filter((arg) => !Object.hasOwn(checks, arg));
    const names = Object.keys(checks);
    if (unknown.length > 0) throw new ScriptError(`Usage: npm run check -- [${names.join("|")}]`);
    // Runs all that are asked for, so that one run reports every problem.
    const failed = [];
    for (const name of args.length > 0 ? args : names) {
      console.log(`${name}…`);
      if ((await runNode(checks[name])).code !== 0) failed.push(name);
    }
    if (failed.length === 0) {
      console.log("check: passed");
      return 0;
    }
    console.log(`check: FAILED in ${failed.join(", ")}${mending(failed)}`);
    if (args.length !== 1) {
      const commands = failed.map((name) => `npm run check -- ${name}`);
      console.log(`To run only one: ${commands.join(" or ")}`);
    }
    return 1;
  },
  async run(args) {
    return (await runNode(args)).code;
  },
};

/** Names the command that fixes the most frequent failure of a check. */
const mending = (failed) =>
  failed.includes("biome") ? " (npx biome check --write fixes the format)" : "";

/**
 * Stops this process when npm, which started it, has ended. npm passes a SIGTERM only to its shell,
 * and the shell passes it to nobody.
 */
function followNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 500);
  watch.unref();
}

const [name, ...args] = process.argv.slice(2);
try {
  const command = Object.hasOwn(commands, name ?? "") ? commands[name] : null;
  if (!command) throw new ScriptError(`Usage: launch.mjs <${Object.keys(commands).join("|")}> …`);
  process.chdir(root);
  followNpm();
  await ensureInstalled();
  process.exitCode = await command(args);
} catch (error) {
  if (!(error instanceof ScriptError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
