import type { Knex } from "knex";
import { Gauge, type Registry } from "prom-client";
import { allJobs } from "./all-jobs.ts";

/** The jobs that send letters. */
const letters = allJobs.map(({ name }) => name).filter((name) => name.startsWith("send-"));

/**
 * A gauge of letters to be sent and of letters that failed for good, queried when the metrics are
 * read. While the database is away it has no values.
 */
export function watchLetters(registry: Registry, sql: Knex): void {
  new Gauge({
    name: "letters",
    help: "Letters to be sent (waiting), and those that failed for good (failed)",
    labelNames: ["state"],
    registers: [registry],
    async collect() {
      try {
        const { rows } = await sql.raw<{ rows: [{ waiting: number; failed: number }] }>(
          `select (select count(*) from pgboss.job
                    where name = any (?) and state < 'completed') as waiting,
                  (select count(*) from failed_jobs
                    where job = any (?) and retried_at is null) as failed`,
          [letters, letters],
        );
        this.set({ state: "waiting" }, rows[0].waiting);
        this.set({ state: "failed" }, rows[0].failed);
      } catch {
        this.reset();
      }
    },
  });
}
