import { platformEvent } from "#shared/ingest.ts";
import { platformEventTypes } from "./features/platform/tell-platform.ts";
import { allJobs } from "./jobs/all-jobs.ts";
import type { Metrics } from "./metrics.ts";

/**
 * Starts every counter at zero. Prometheus sees no increase in the first value of a counter, so
 * without this the first failure of each kind would be invisible.
 */
export function startCounters({
  answers,
  jobs,
  letters,
  ingested,
  deliveries,
  notifications,
}: Metrics): void {
  for (const status of ["2xx", "3xx", "4xx", "5xx"]) answers.inc({ class: status }, 0);
  for (const { name } of allJobs) {
    for (const outcome of ["done", "failed", "given_up"]) jobs.inc({ job: name, outcome }, 0);
  }
  for (const outcome of ["taken", "refused"]) letters.inc({ outcome }, 0);
  for (const { shape } of platformEvent.options) {
    for (const outcome of ["applied", "ignored", "duplicate"]) {
      ingested.inc({ type: shape.type.value, outcome }, 0);
    }
  }
  for (const type of platformEventTypes) {
    for (const outcome of ["delivered", "failed", "given_up"]) deliveries.inc({ type, outcome }, 0);
  }
  for (const outcome of ["taken", "gone", "refused", "later"]) {
    notifications.inc({ channel: "push", outcome }, 0);
  }
  for (const outcome of ["taken", "later", "given_up"]) {
    notifications.inc({ channel: "mail", outcome }, 0);
  }
}
