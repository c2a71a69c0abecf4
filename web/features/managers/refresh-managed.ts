import type { QueryClient } from "@tanstack/react-query";

/** The lists and accounts whose answers show a manager. */
const affected = [
  "/managers",
  "/psychics",
  "/statistics",
  "/approvals",
  "/contacts",
  "/staff",
  "/schedule",
];

/** Refetches these queries. */
export const refreshManaged = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({
    predicate: ({ queryKey: [, path] }) => affected.some((start) => String(path).startsWith(start)),
  });
