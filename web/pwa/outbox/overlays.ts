import type { EndpointData, RequestOf, ResponseOf } from "#shared/http/endpoint.ts";
import { type Listing, listingEndpoints } from "#shared/listings.ts";
import { phoneEndpoints } from "#shared/phones.ts";
import { profileEndpoints } from "#shared/profile.ts";
import { linesOf, paragraphsOf } from "#shared/rules/paragraphs.ts";
import { scheduleEndpoints } from "#shared/schedule.ts";
import type { Answer } from "#web/api/offline.ts";
import type { Edit } from "./entry.ts";
import { openEdits, type WaitingEdit } from "./unsent-edits.ts";

/** What stands, as it will stand once the edit has been sent. */
type Show<E extends EndpointData> = (
  data: ResponseOf<E>,
  edit: Edit,
  waiting: WaitingEdit,
) => ResponseOf<E>;

const bodyOf = <E extends EndpointData>(edit: Edit) =>
  edit.request.body as "body" extends keyof RequestOf<E> ? RequestOf<E>["body"] : never;

const schedule: Show<typeof scheduleEndpoints.getSchedule> = (_, edit) => {
  // The form takes times of day as well as instants.
  const week = bodyOf<typeof scheduleEndpoints.updateSchedule>(edit).schedule as never[];
  return { schedule: week, total: week.length };
};

const profile: Show<typeof profileEndpoints.getProfile> = (data, edit) => {
  const changed = bodyOf<typeof profileEndpoints.updateProfile>(edit).profile;
  return { ...data, ...(changed as object), profile_status: "Pending" };
};

const phones: Show<typeof phoneEndpoints.listPhones> = (data, edit) => {
  const { params } = edit.request;
  if (edit.endpoint.path === phoneEndpoints.preferPhone.path) {
    const preferred = Number(params?.phoneId);
    const list = data.phones.map((phone) => ({ ...phone, preferred: phone.id === preferred }));
    return { ...data, phones: list };
  }
  const { phone: change } = bodyOf<typeof phoneEndpoints.savePhone>(edit);
  // A number that is added has no id before the server gave it one: it stands among what waits.
  const list = data.phones.flatMap((phone) => {
    if (phone.id !== change.id) return [phone];
    return change.delete ? [] : [{ ...phone, ...(change as object) }];
  });
  return { phones: list, total: list.length };
};

const listing: Show<typeof listingEndpoints.listListings> = (data, edit, { entry }) => {
  const given = bodyOf<typeof listingEndpoints.submitListing>(edit).listing;
  const { Rejected: _, ...rest } = data;
  const pending: Listing = {
    sales_pitch: given.sales_pitch,
    body: paragraphsOf(linesOf(given.body)),
    categories: [given.categories].flat().map(Number),
    status: "Pending",
    updated_at: new Date(entry.madeAt).toISOString(),
    reason: null,
  };
  return { ...rest, Pending: pending };
};

const shows: Record<string, { thing: string; show: Show<never> }> = {
  [scheduleEndpoints.getSchedule.path]: { thing: "schedule", show: schedule as Show<never> },
  [profileEndpoints.getProfile.path]: { thing: "profile", show: profile as Show<never> },
  [profileEndpoints.getOwnProfile.path]: { thing: "profile", show: profile as Show<never> },
  [phoneEndpoints.listPhones.path]: { thing: "phones", show: phones as Show<never> },
  [listingEndpoints.listListings.path]: { thing: "listing", show: listing as Show<never> },
};

/** An answer with the user's own waiting edits in it: taken at once, whenever they are sent. */
export function withWaitingEdits(endpoint: EndpointData, answer: Answer): Answer {
  const row = shows[endpoint.path];
  if (!row) return answer;
  const data = openEdits(row.thing).reduce(
    (shown, waiting) => (waiting.edit ? row.show(shown as never, waiting.edit, waiting) : shown),
    answer.data,
  );
  return { ...answer, data };
}
