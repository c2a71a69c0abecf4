import type { Mailer } from "./adapters/mailer.ts";
import type { Metrics } from "./metrics.ts";

/**
 * Counts each attempt to hand a letter to the mail server. Jobs do more than that, and some of them
 * send several letters or none.
 */
export function countLetters(mailer: Mailer, { letters }: Pick<Metrics, "letters">): Mailer {
  return {
    ...mailer,
    async send(letter) {
      try {
        await mailer.send(letter);
      } catch (error) {
        letters.inc({ outcome: "refused" });
        throw error;
      }
      letters.inc({ outcome: "taken" });
    },
  };
}
