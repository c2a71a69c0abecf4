import { writeFile } from "node:fs/promises";
import openTestServer from "#tests/support/global-setup.ts";
import { generatedFiles } from "./generated-files.ts";

const close = await openTestServer();
try {
  for (const [path, text] of Object.entries(await generatedFiles())) {
    await writeFile(path, text);
    console.log(`Wrote ${path}`);
  }
} finally {
  await close();
}
