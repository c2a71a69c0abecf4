import type { Merged } from "../merge.ts";
import { mergeExceptions } from "./exceptions-merge.ts";
import { mergeSchedule } from "./schedule-merge.ts";

/**
 * The things whose edits merge part by part, by name. The functions are not methods of `Thing`,
 * because the worker's build would take in the endpoints of all things with their schemas.
 */
export const mergers: Record<string, (base: never, body: never, current: never) => Merged> = {
  exceptions: mergeExceptions,
  schedule: mergeSchedule,
};
