import { type Challenge, solve } from "../../features/bot-check/solve.ts";

addEventListener("message", async ({ data }: MessageEvent<Challenge>) => {
  postMessage(await solve(data));
});
