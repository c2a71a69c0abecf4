/** The ways in which `failing-portal.ts` can fail. */
export const failures = [
  "error",
  "thrown text",
  "thrown object",
  "error like a stack",
  "error with causes",
  "error with a code",
  "broken SQL",
  "a duplicate",
  "a broken rule",
  "no such table",
  "refusal",
  "conflict",
  "half an answer",
  "job",
] as const;
export type Failure = (typeof failures)[number];
