// Sends a request, waits 20 ms after the answer, and so on. Runs in a thread, so that the rest of
// the bench does not affect the times. Answers each message with the times since the last one.
import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

const { url, headers } = workerData as { url: string; headers: Record<string, string> };

function poll(): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    request(url, { headers }, (answer) => {
      answer.resume().on("end", () => {
        if (answer.statusCode === 200) resolve(performance.now() - began);
        else reject(new Error(`${url}: ${answer.statusCode}`));
      });
    })
      .on("error", reject)
      .end();
  });
}

let times: number[] = [];
parentPort?.on("message", () => {
  parentPort?.postMessage(times);
  times = [];
});
for (;;) {
  times.push(await poll());
  await pause(20);
}
