import { lazy } from "react";

/** If it does not load, nothing is asked until the next visit. */
export const Questions = lazy(() =>
  import("./questions.tsx").catch(() => ({ default: () => null })),
);
