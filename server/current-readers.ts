import { listingEndpoints } from "#shared/listings.ts";
import { phoneEndpoints } from "#shared/phones.ts";
import { profileEndpoints } from "#shared/profile.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import { scheduleEndpoints } from "#shared/schedule.ts";
import { scheduleExceptionEndpoints } from "#shared/schedule-exceptions.ts";
import { readListings } from "./features/listings/listings.ts";
import { readPhones } from "./features/phones/phones.ts";
import { readProfile } from "./features/profile/profile.handlers.ts";
import { readSchedule } from "./features/schedule/schedule.ts";
import { readExceptions } from "./features/schedule-exceptions/schedule-exceptions.ts";
import { type CurrentReaders, currentReader } from "./http/versions.ts";

/** The function that reads each versioned resource, for a 412. */
export const currentReaders: CurrentReaders = {
  exceptions: currentReader(scheduleExceptionEndpoints.getExceptions, ({ sql, clock }, ownerId) =>
    readExceptions(sql, ownerId, newYorkDay(clock())),
  ),
  listings: currentReader(listingEndpoints.listListings, ({ sql }, ownerId) =>
    readListings(sql, ownerId),
  ),
  phones: currentReader(phoneEndpoints.listPhones, async ({ sql }, ownerId) => {
    const phones = await readPhones(sql, ownerId);
    return { phones, total: phones.length };
  }),
  // The response of getOwnProfile has the fields of both managers and psychics.
  profile: currentReader(profileEndpoints.getOwnProfile, readProfile),
  schedule: currentReader(scheduleEndpoints.getSchedule, ({ sql, clock }, ownerId) =>
    readSchedule(sql, ownerId, clock()),
  ),
};
