import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";

/** Prometheus metrics of one process. Labels are templates and codes, never values. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Histogram({
      name: "http_request_seconds",
      help: "Time to answer a request",
      labelNames: ["method", "route", "status"],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.3, 1, 5],
      registers,
    }),
    answers: new Counter({
      name: "http_answers_total",
      help: "Answers by class of status (2xx to 5xx), without those to health checks",
      labelNames: ["class"],
      registers,
    }),
    jobs: new Counter({
      name: "jobs_total",
      help: "Attempts of jobs (done, failed), and jobs that failed for good (given_up)",
      labelNames: ["job", "outcome"],
      registers,
    }),
    letters: new Counter({
      name: "letters_total",
      help: "Attempts to send letters that the mail server took (taken), or not (refused)",
      labelNames: ["outcome"],
      registers,
    }),
    ingested: new Counter({
      name: "platform_events_total",
      help: "Events of the platform by type and outcome (applied, ignored, duplicate)",
      labelNames: ["type", "outcome"],
      registers,
    }),
    deliveries: new Counter({
      name: "platform_deliveries_total",
      help: "Attempts to deliver to the platform by type and outcome (delivered, failed, given_up)",
      labelNames: ["type", "outcome"],
      registers,
    }),
    notifications: new Counter({
      name: "notifications_total",
      help: "Notifications by channel and outcome (taken, gone, refused, later, given_up)",
      labelNames: ["channel", "outcome"],
      registers,
    }),
  };
}
export type Metrics = ReturnType<typeof createMetrics>;
