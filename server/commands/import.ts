import { realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { createVault } from "../crypto/vault.ts";
import {
  type ImportOptions,
  type ImportReport,
  importFile,
} from "../features/import/import-file.ts";
import type { ImportKind } from "../features/import/import-kind.ts";
import { findImportKind, importNames } from "../features/import/import-kinds.ts";
import { withPictureList } from "../features/import/picture-folder.ts";
import { openProgressLine } from "../features/import/progress-line.ts";
import { openFileStores } from "../open-file-stores.ts";
import { StartError } from "../start-error.ts";
import { openDatabaseForCommand, runCommand } from "./database.ts";

const usage = `Usage: npm run import -- [${importNames.join("|")}] FILE.csv [--dry-run]`;

/** The kind, readings by default, the file, and whether it is a dry run. */
function readArguments() {
  const given = process.argv.slice(2);
  const words = given.filter((word) => word !== "--dry-run");
  const isFileOnly = words.length === 1 && !importNames.includes(words[0] ?? "");
  const [name, path, ...others] = isFileOnly ? ["readings", ...words] : words;
  const kind = findImportKind(name ?? "");
  if (!kind || !path || others.length > 0 || path.startsWith("--")) throw new StartError(usage);
  return { kind, path, isDryRun: words.length < given.length };
}

/** The real path of a folder, without a slash at its end; null if there is none. */
async function folderAt(path: string): Promise<string | null> {
  const isFolder = (await stat(path).catch(() => null))?.isDirectory() === true;
  return isFolder ? realpath(path) : null;
}

const number = (count: number) => count.toLocaleString("en-US");

/** Says what was done, or would be done. */
function printReport(
  { name }: ImportKind<object>,
  report: ImportReport,
  about: { seconds: string; errorsFile: string; aside: string | null; isDryRun: boolean },
): void {
  const { seconds, errorsFile, aside, isDryRun } = about;
  const done = isDryRun ? "would be imported: nothing was stored" : `imported in ${seconds} s`;
  console.log(`${number(report.applied)} ${name} ${done}`);
  if (report.known > 0) console.log(`${number(report.known)} were there already`);
  if (aside !== null && report.aside === null)
    console.log(`${aside} was the same as the new errors file, and is deleted`);
  if (report.refused === 0) return;
  process.exitCode = 1;
  const lines = `${number(report.refused)} lines are invalid and`;
  if (isDryRun) {
    console.log(`${lines} would not be imported`);
    return;
  }
  const hasFile = report.errorsBytes > 0;
  console.log(`${lines} were not imported${hasFile ? `: see ${errorsFile}` : ""}`);
  if (!report.isErrorsPart) return;
  const lacking = hasFile ? "That file lacks" : "There is no errors file with";
  console.log(
    `${lacking} the invalid lines from before the interruption: to get all, import again`,
  );
}

/**
 * Imports a CSV file, or a folder of pictures. docs/import-columns.md lists the columns. Invalid
 * lines are copied to FILE.csv.errors.csv, where you can correct and import them. Works with a
 * running portal. After an interruption it continues where it stopped.
 */
await runCommand(async () => {
  const { kind, path, isDryRun } = readArguments();
  const { db, env, close } = await openDatabaseForCommand();
  try {
    const { files } = openFileStores(env);
    const services = { db, files, vault: createVault(env.DATA_KEYS) };
    const started = performance.now();
    let before = 0;
    let aside: string | null = null;
    const line = openProgressLine(process.stderr, () => before);
    const folder = kind.name === "pictures" ? await folderAt(path) : null;
    const errorsFile = `${folder ?? path}.errors.csv`;
    const options: ImportOptions = {
      errorsFile,
      onRefused: isDryRun ? ({ line, reason }) => console.log(`${line}: ${reason}`) : undefined,
      onAside(name) {
        aside = name;
        console.error(
          `An errors file was there before: it may have corrections, and is now ${name}`,
        );
      },
      onProgress(state, isResumed) {
        const rows = state.applied + state.known + state.refused;
        if (isResumed) {
          before = rows;
          console.error(`Continuing after line ${state.place.line - 1}`);
        }
        line.show(state.place.byte / state.bytesTotal, rows);
      },
    };
    const report =
      folder === null
        ? await importFile(services, kind, path, options)
        : await withPictureList(folder, (list) =>
            importFile(services, kind, list, {
              ...options,
              folder: dirname(folder),
              within: folder,
            }),
          );
    line.end();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    printReport(kind, report, { seconds, errorsFile, aside, isDryRun });
    if (kind.name === "readings" && !isDryRun) {
      console.log(
        "The statistics will include the imported readings after the next refresh. " +
          "To refresh now: npm run refresh-statistics",
      );
    }
  } finally {
    await close();
  }
});
