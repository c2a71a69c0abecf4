// A thread of its own that asks for something every 20 milliseconds, so that what else the bench
// does is not measured: told "report", it answers with the times since it was told last.
import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

const { url, headers } = workerData as { url: string; headers: Record<string, string> };

function ask(): Promise<number> {
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
  times.push(await ask());
  await pause(20);
}
