// `npm run test:mutants` plants each fault in a copy of the checkout, one at a time, and runs the
// test that must notice it. Arguments select the mutants whose names contain any of them.
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { findTestBrowsers } from "#scripts/browser.mjs";
import { ScriptError } from "#scripts/run.mjs";
import { mutants } from "./all.ts";
import { copyCheckout } from "./copy-checkout.mjs";
import { plantIn } from "./mutant.ts";
import { buildWeb, callsFor, changesWeb, needsWeb, runTests } from "./run-tests.mjs";

const { values, positionals } = parseArgs({
  options: { list: { type: "boolean", default: false } },
  allowPositionals: true,
});
const wanted = mutants.filter(
  ({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)),
);
const counts = { caught: 0, survived: 0, error: 0 };
let isStopped = false;

if (values.list) list();
else await tryAll();

function list() {
  for (const { name, file, test, title, harm } of wanted) {
    console.log(`${name}\n  ${harm}\n  ${file}\n  ${test}${title ? `: ${title}` : ""}`);
  }
  console.log(`\n${wanted.length} mutants`);
}

async function tryAll() {
  const began = performance.now();
  // `runNode` passes the signal to its child. These handlers keep the signal from ending this
  // process before it tidies up.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      isStopped = true;
    });
  }
  const copy = await copyCheckout();
  try {
    await mkdir(join(copy, ".cache"), { recursive: true });
    const passing = await runUnchanged(copy);
    // First try the mutants that need the unchanged web app. The others build one of their own.
    const ordered = wanted.toSorted((a, b) => Number(changesWeb(a)) - Number(changesWeb(b)));
    for (const mutant of ordered) {
      if (isStopped) break;
      await tryOne(mutant, copy, passing);
    }
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    console.error(error.message);
    counts.error += 1;
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  const { caught, survived, error } = counts;
  const end = isStopped ? ", stopped before the end" : "";
  console.log(
    `\n${caught} of ${wanted.length} caught, ${survived} survived, ${error} errors, in ${seconds} s${end}`,
  );
  process.exitCode = caught === wanted.length && caught > 0 ? 0 : 1;
}

/** Runs the mutants' tests on the unchanged source. A test that fails here can notice no fault. */
async function runUnchanged(copy) {
  console.log(`The tests of ${wanted.length} mutants on the unchanged source…`);
  if (wanted.some(needsWeb)) {
    Object.assign(process.env, await findTestBrowsers());
    const { broken, stopped } = await buildWeb(copy);
    isStopped ||= stopped;
    if (broken.length > 0) throw new ScriptError(broken[0]);
  }
  const passing = new Set();
  for (const call of callsFor(wanted)) {
    if (isStopped) break;
    const { passed, failed, broken, stopped } = await runTests(call, copy);
    isStopped ||= stopped;
    if (isStopped) break;
    for (const { title } of passed) passing.add(title);
    for (const { title, why } of failed) {
      console.log(`  fails without a fault, so it proves nothing: ${title}\n    ${oneLine(why)}`);
    }
    for (const text of broken) console.log(`  did not run: ${text}`);
  }
  if (!isStopped) console.log(`${passing.size} tests pass.\n`);
  return passing;
}

async function tryOne(mutant, copy, passing) {
  const began = performance.now();
  const place = join(copy, mutant.file);
  const source = await readFile(place, "utf8").catch(() => "");
  const planted = plantIn(source, mutant);
  if (planted === undefined) {
    say("error", mutant, began, `its text is not there exactly once in ${mutant.file}`);
    return;
  }
  await writeFile(place, planted);
  const build = changesWeb(mutant) ? await buildWeb(copy) : { broken: [], stopped: false };
  isStopped ||= build.stopped;
  const [call] = callsFor([mutant]);
  const result = isStopped || build.broken.length > 0 ? build : await runTests(call, copy);
  isStopped ||= result.stopped;
  await writeFile(place, source);
  if (isStopped) return;
  const notice = result.failed?.find(({ title }) => passing.has(title));
  if (notice) say("caught", mutant, began, `${notice.title}\n    ${oneLine(notice.why)}`);
  else if (result.broken.length > 0) say("error", mutant, began, result.broken.join("\n"));
  else if (result.failed.length > 0) {
    say("error", mutant, began, `fails without the fault too: ${result.failed[0].title}`);
  } else say("survived", mutant, began, `${mutant.test} passes. ${mutant.harm}`);
}

function say(outcome, { name }, began, text) {
  counts[outcome] += 1;
  const seconds = `${((performance.now() - began) / 1000).toFixed(1)} s`;
  const word = outcome === "caught" ? "caught  " : outcome.toUpperCase().padEnd(8);
  console.log(`${word} ${name.padEnd(36)} ${seconds.padStart(7)}  ${text}`);
}

/** The beginning of a test's error message, without colors. */
function oneLine(why = "") {
  const [words] = stripVTControlCharacters(why).split(/\n\s+at /);
  return words.replaceAll(/\s+/g, " ").slice(0, 150);
}
