import { readSchedule } from "./features/schedule/schedule.ts";
import type { CurrentReaders } from "./http/versions.ts";

/** How each thing that carries a version is read, for the answer to a write that came too late. */
export const currentReaders: CurrentReaders = {
  schedule: ({ sql, clock }, ownerId) => readSchedule(sql, ownerId, clock()),
};
