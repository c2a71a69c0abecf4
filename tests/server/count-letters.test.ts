import { expect, test } from "vitest";
import { countLetters } from "#server/count-letters.ts";
import { startCounters } from "#server/counters-at-zero.ts";
import { createMetrics } from "#server/metrics.ts";

const letter = { id: "a", from: "a@example.com", to: "b@example.com", subject: "Hello", text: "" };

test("counts the letters that the mail server takes, and those that it refuses", async () => {
  const metrics = createMetrics();
  startCounters(metrics);
  let isRefusing = false;
  const send = async () => {
    if (isRefusing) throw new Error("refused");
  };
  const mailer = countLetters({ send, removeFiles: async () => {} }, metrics);
  await mailer.send(letter);
  isRefusing = true;
  await expect(mailer.send(letter)).rejects.toThrow("refused");
  await expect(mailer.send(letter)).rejects.toThrow("refused");
  expect(mailer.removeFiles).toBeDefined();
  expect((await metrics.letters.get()).values).toMatchObject([
    { labels: { outcome: "taken" }, value: 1 },
    { labels: { outcome: "refused" }, value: 2 },
  ]);
});
