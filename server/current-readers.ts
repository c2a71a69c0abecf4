import { readListings } from "./features/listings/listings.ts";
import { readPhones } from "./features/phones/phones.ts";
import { readProfile } from "./features/profile/profile.handlers.ts";
import { readSchedule } from "./features/schedule/schedule.ts";
import type { CurrentReaders } from "./http/versions.ts";

/** The function that reads each versioned resource, for a 412. */
export const currentReaders: CurrentReaders = {
  listings: ({ sql }, ownerId) => readListings(sql, ownerId),
  phones: async ({ sql }, ownerId) => {
    const phones = await readPhones(sql, ownerId);
    return { phones, total: phones.length };
  },
  profile: readProfile,
  schedule: ({ sql, clock }, ownerId) => readSchedule(sql, ownerId, clock()),
};
