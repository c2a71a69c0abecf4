import { botCheckEndpoints } from "../../../shared/bot-check.ts";
import { request } from "./request.ts";

let ready: Worker | null = null;

/** Starts the download of what does the work: at the first touch of the form. */
export function prepareBotCheck(): void {
  if (ready) return;
  const worker = new Worker(new URL("./solve.worker.ts", import.meta.url), { type: "module" });
  // One that could not be loaded is tried anew: the connection may be back.
  worker.addEventListener("error", () => {
    if (ready === worker) ready = null;
  });
  ready = worker;
}

function solved(challenge: unknown): Promise<string> {
  prepareBotCheck();
  const worker = ready;
  return new Promise((resolve, reject) => {
    if (!worker) return reject(new Error("no worker"));
    worker.addEventListener("message", ({ data }) => resolve(data), { once: true });
    worker.addEventListener("error", reject, { once: true });
    worker.postMessage(challenge);
  });
}

/** Does the work that the server asks for. @returns the answer as POST /contacts takes it. */
export async function passBotCheck(): Promise<string> {
  return solved(await request(botCheckEndpoints.getBotCheck));
}
