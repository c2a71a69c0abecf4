// Unpacks the Chromium package installed in a folder, and makes a program `launch` there that
// finds the libraries and fonts which came along. In a process of its own: the package changes
// where this process looks for its libraries.
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
