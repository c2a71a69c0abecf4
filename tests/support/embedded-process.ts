// A process that uses the embedded PostgreSQL of a folder: node embedded-process.ts DATA_DIR
// Tests start and kill several of them to see when the server stops. The process prints one line of
// JSON as soon as it can use the database. It stops when a line arrives on stdin; after the line
// `throw` it throws an error instead.
import { startEmbedded } from "#server/db/embedded.ts";
import { StartError } from "#server/start-error.ts";

const [dataDir = ""] = process.argv.slice(2);
try {
  const { url, adopted, stop } = await startEmbedded({ dataDir });
  console.log(JSON.stringify({ url, adopted }));
  process.stdin.once("data", async (order) => {
    if (`${order}`.trim() === "throw") throw new Error("Asked to throw");
    await stop();
    process.exit();
  });
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.log(JSON.stringify({ refused: error.message }));
}
