import { type Challenge, solve } from "#web/features/bot-check/solve.ts";

addEventListener("message", async ({ data }: MessageEvent<Challenge>) => {
  // Without an answer the server refuses the form with a message.
  postMessage(await solve(data).catch(() => ""));
});
