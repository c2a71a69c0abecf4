import type { QueryClient } from "@tanstack/react-query";

/** The lists and accounts that show to whom something belongs. */
const affected = ["/managers", "/psychics", "/statistics", "/approvals", "/contacts", "/staff"];

/** Loads them again. */
export const refreshManaged = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({
    predicate: ({ queryKey: [, path] }) => affected.some((start) => String(path).startsWith(start)),
  });
