import { writeFile } from "node:fs/promises";
import { runCommand } from "#server/commands/database.ts";
import { StartError } from "#server/start-error.ts";
import openTestServer from "#tests/support/global-setup.ts";
import { generatedFiles } from "./generated-files.ts";

await runCommand(async () => {
  const close = await openTestServer().catch((error: Error) => {
    throw new StartError(`A migration fails: ${error.message}`);
  });
  try {
    for (const [path, text] of Object.entries(await generatedFiles())) {
      await writeFile(path, text);
      console.log(`Wrote ${path}`);
    }
  } finally {
    await close();
  }
});
