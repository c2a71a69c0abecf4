import type { PushMessage, PushTarget } from "#server/adapters/push.ts";
import { theExampleBrands } from "#server/brands.ts";
import { connect } from "#server/db/connection.ts";
import { remind } from "#server/jobs/remind.ts";
import { createMetrics } from "#server/metrics.ts";
import type { Services } from "#server/services.ts";

/**
 * A process that runs the job of each minute again and again, until it is killed or told to end. Its
 * clock runs faster than the machine's. Its devices are an HTTP server of the test.
 */
const {
  DATABASE_URL = "",
  SINK = "",
  CLOCK_FROM = "",
  CLOCK_AT = "",
  CLOCK_SPEED = "",
} = process.env;

/** `CLOCK_AT` of the machine's clock is `CLOCK_FROM` of this process. */
const clock = () =>
  new Date(Number(CLOCK_FROM) + (Date.now() - Number(CLOCK_AT)) * Number(CLOCK_SPEED));

const db = connect(DATABASE_URL, { onError: () => {}, poolSize: 3 });
const nothing = () => {};
const services = {
  db,
  clock,
  log: { debug: nothing, info: nothing, warn: nothing, error: nothing, flush: nothing },
  metrics: createMetrics(),
  brands: theExampleBrands,
  publicUrl: () => "http://portal.test",
  origins: new Set(["http://portal.test"]),
  jobs: { send: async () => {} },
  push: {
    async send({ endpoint }: PushTarget, { tag, title }: PushMessage) {
      await fetch(SINK, { method: "POST", body: JSON.stringify({ endpoint, tag, title }) });
      return { outcome: "taken" };
    },
  },
} as unknown as Services;

let isOver = false;
process.once("SIGTERM", () => {
  isOver = true;
});
process.send?.("works");
while (!isOver) {
  await remind.handle(services, {}, "job").catch((error: Error) => console.error(error.message));
  await new Promise((resolve) => setTimeout(resolve, 100));
}
await db.close();
