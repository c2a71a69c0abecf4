import { botCheckEndpoints } from "#shared/bot-check.ts";
import { withTimeout } from "#web/lib/with-timeout.ts";
import { request } from "./request.ts";

/** The work takes a second or two, plus the download of the worker's file, which may hang. */
const patience = 35_000;

let ready: Worker | null = null;

/** Starts to download the worker, at the first touch of the form. */
export function prepareBotCheck(): void {
  if (ready) return;
  const worker = new Worker(new URL("./solve.worker.ts", import.meta.url), { type: "module" });
  // The next try loads the worker again: the connection may be back by then.
  worker.addEventListener("error", () => {
    if (ready === worker) ready = null;
  });
  ready = worker;
}

function solved(challenge: unknown): Promise<string> {
  prepareBotCheck();
  const worker = ready;
  const answer = new Promise<string>((resolve, reject) => {
    if (!worker) return reject(new Error("no worker"));
    worker.addEventListener("message", ({ data }) => resolve(data), { once: true });
    worker.addEventListener("error", reject, { once: true });
    worker.postMessage(challenge);
  });
  return withTimeout(patience, answer).catch((error) => {
    // The file may hang; the next try loads it again.
    worker?.terminate();
    if (ready === worker) ready = null;
    throw error;
  });
}

/** Solves the server's challenge. @returns the answer for POST /contacts. */
export async function passBotCheck(): Promise<string> {
  return solved(await request(botCheckEndpoints.getBotCheck));
}
