// Unpacks the Chromium package of a folder and writes a program `launch` there, which starts it with
// the package's own libraries and fonts. Runs in its own process, because the package changes where
// the process looks for libraries.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const entry = join(folder, "node_modules/@sparticuz/chromium/build/index.js");
const { default: chromium } = await import(pathToFileURL(entry).href);
const executable = await chromium.executablePath();
const exports = ["LD_LIBRARY_PATH", "FONTCONFIG_PATH"]
  .filter((name) => process.env[name])
  .map((name) => `export ${name}='${process.env[name]}'\n`);
const program = `#!/bin/sh\n${exports.join("")}exec '${executable}' "$@"\n`;
await writeFile(join(folder, "launch"), program, { mode: 0o755 });
