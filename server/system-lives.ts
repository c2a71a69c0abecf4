import type { Life } from "./life.ts";

/** How long what the portal needs to run is stored. `retention.ts` has everything else. */
export const systemLives = {
  imports: {
    why: "to continue one",
    what: "Progress of interrupted imports",
    tables: ["imports"],
    days: 30,
    how: "after the last portion",
  },
  failedJobs: {
    why: "to try them again",
    what: "Jobs that failed for good",
    tables: ["failed_jobs"],
    days: 90,
    how: "after they failed",
  },
  jobs: {
    why: "to see what was sent",
    what: "Other jobs (the queue's own tables)",
    tables: [],
    how:
      "7 days after their end; one hour for deliveries, notifications, moves of rows into partitions, " +
      "new indexes, the assignment of applications, and jobs with an e-mail address in their data",
  },
  letterFiles: {
    why: "to read them without a mail server",
    what: "Letters as files in `DATA_DIR/mail`, without a mail server",
    tables: [],
    days: 30,
    how: "after they were written",
  },
  backups: {
    why: "to recover from a loss",
    what: "Backups",
    tables: [],
    how: "until the operator removes them",
  },
  log: {
    why: "to find faults",
    what: "`DATA_DIR/portal.log`, outside production",
    tables: [],
    how: "five files of 10 MB, readable by their owner only",
  },
  releases: {
    why: "open pages still need them",
    what: "Web files of releases",
    tables: [],
    how: "the present release and the one before",
  },
} as const satisfies Record<string, Life>;
