import { lazy } from "react";

/** If it does not load, nothing is asked until the next visit. */
export const Questions = lazy<typeof import("./questions.tsx").default>(async () => {
  try {
    return await import("./questions.tsx");
  } catch {
    return { default: () => null };
  }
});
