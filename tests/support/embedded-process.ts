// A process that uses the embedded PostgreSQL of a folder, for the tests of what becomes of the
// server when such processes come and go: node embedded-process.ts DATA_DIR
// It prints one line of JSON once it may use the database, and stops it when told to on stdin.
import { startEmbedded } from "#server/db/embedded.ts";
import { StartError } from "#server/start-error.ts";

const [dataDir = ""] = process.argv.slice(2);
try {
  const { url, adopted, stop } = await startEmbedded({ dataDir });
  console.log(JSON.stringify({ url, adopted }));
  process.stdin.once("data", async (order) => {
    if (`${order}`.trim() === "throw") throw new Error("As told");
    await stop();
    process.exit();
  });
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.log(JSON.stringify({ refused: error.message }));
}
