import { createPortal } from "./portal.ts";
import { runPlatform } from "./run-platform.ts";

/**
 * The program of the simulated platform. The portal starts it (`server/living-demo.ts`), passes all
 * addresses in its environment, and prints its messages. It ends with the portal.
 */
const { PLATFORM_DATABASE, PLATFORM_API, PLATFORM_ORIGIN, PLATFORM_SECRET, DEMO_PACE } =
  process.env;
if (!PLATFORM_DATABASE || !PLATFORM_API || !PLATFORM_ORIGIN || !PLATFORM_SECRET) {
  throw new Error("The portal starts this program");
}

const stopping = new AbortController();
const clock = () => Date.now();
const write = (line: { say: string } | { problem: string }) => process.send?.(line);
const onProblem = (error: Error) => write({ problem: error.message });

process.once("disconnect", () => process.exit());
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
  process.once(signal, () => stopping.abort());
}

await runPlatform({
  databaseUrl: PLATFORM_DATABASE,
  portal: createPortal({
    base: PLATFORM_API,
    origin: PLATFORM_ORIGIN,
    secret: PLATFORM_SECRET,
    clock,
  }),
  pace: Number(DEMO_PACE ?? 1),
  clock,
  say: (say) => write({ say }),
  onProblem,
  signal: stopping.signal,
}).catch((error) => {
  if (stopping.signal.aborted) return;
  onProblem(error);
  process.exitCode = 1;
});
process.disconnect?.();
