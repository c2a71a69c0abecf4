import { giftEndpoints } from "#shared/gifts.ts";
import { type Listing, listingEndpoints } from "#shared/listings.ts";
import { type Phone, phoneEndpoints } from "#shared/phones.ts";
import { problemEndpoints } from "#shared/problems.ts";
import { type PsychicProfile, profileEndpoints } from "#shared/profile.ts";
import { linesOf as linesOfText } from "#shared/rules/paragraphs.ts";
import { writtenPhone } from "#shared/rules/phone-number.ts";
import { type ScheduleSegment, scheduleEndpoints } from "#shared/schedule.ts";
import { type ListingValues, listingRows, valuesOf } from "#web/features/listing/listing-values.ts";
import { blankDetails } from "#web/features/profile/details-values.ts";
import { blankPerson } from "#web/features/profile/person-values.ts";
import { profileDifferences } from "#web/features/profile/profile-differences.ts";
import { type ProfileValues, profileValues } from "#web/features/profile/profile-values.ts";
import { type Week, weekdays, weekOf } from "#web/features/schedule/week.ts";
import { weekDifferences, writtenDayOf } from "#web/features/schedule/week-differences.ts";
import type { Edit } from "#web/pwa/outbox/entry.ts";

/** A line of what an edit changes; `theirs` where somebody else has changed the same meanwhile. */
export interface Line {
  label: string;
  mine: string;
  theirs?: string;
}

interface Description {
  /** @param current what stands on the server, of a 412. */
  lines: (body: never, edit: Edit, current: never) => Line[];
  /** The form that it came from, and what was typed there. */
  draft?: { form: string; values: (body: never) => object };
}

const nobodysProfile = {
  ...blankPerson,
  ...blankDetails,
  username: "",
  pin: null,
  contact_method: "P",
  languages: [] as number[],
};

const schedule: Description = {
  lines: (
    body: { schedule: ScheduleSegment[] },
    _,
    current: { schedule: ScheduleSegment[] } | undefined,
  ) => {
    const mine: Week = weekOf(body.schedule);
    if (current) return weekDifferences(mine, weekOf(current.schedule));
    return weekdays.map(({ day, name }) => ({ label: name, mine: writtenDayOf(mine, day) }));
  },
  draft: {
    form: "schedule",
    values: (body: { schedule: ScheduleSegment[] }) => ({ schedule: weekOf(body.schedule) }),
  },
};

type Listings = { [K in Listing["status"]]?: Listing };

const listing: Description = {
  lines: (body: { listing: ListingValues }, _, current: Listings | undefined) => {
    const mine = valuesOf(body.listing);
    const theirs = valuesOf(current?.Pending ?? current?.Rejected ?? current?.Approved ?? null);
    const rows = listingRows(mine, theirs);
    if (current) return rows.filter((row) => row.mine !== row.theirs);
    return rows.map(({ label, mine }) => ({ label, mine }));
  },
  draft: { form: "listing", values: (body: { listing: ListingValues }) => valuesOf(body.listing) },
};

type Changes = Partial<PsychicProfile>;

/** A profile's changes as its form holds them: only the fields that were changed. */
function changedValues(changes: Changes): Partial<ProfileValues> {
  const all = profileValues({ ...nobodysProfile, ...changes } as PsychicProfile);
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => name in changes),
  ) as Partial<ProfileValues>;
}

const profile: Description = {
  lines: (body: { profile: Changes }, _, current: PsychicProfile | undefined) => {
    const stands = profileValues(current ?? (nobodysProfile as unknown as PsychicProfile));
    const lines = profileDifferences({ ...stands, ...changedValues(body.profile) }, stands);
    return current ? lines : lines.map(({ label, mine }) => ({ label, mine }));
  },
  draft: { form: "profile", values: (body: { profile: Changes }) => changedValues(body.profile) },
};

const phones: Description = {
  lines: (
    body: { phone?: Partial<Phone> & { delete?: boolean } } | undefined,
    edit,
    current: { phones: Phone[] } | undefined,
  ) => {
    const { phone } = body ?? {};
    const id = phone?.id ?? Number(edit.request.params?.phoneId);
    const known = current?.phones.find((one) => one.id === id)?.phone_number ?? null;
    const label = !phone
      ? "Preferred number"
      : phone.delete
        ? "Remove"
        : phone.id
          ? "Change"
          : "Add";
    const mine = writtenPhone(phone?.phone_number ?? known) || edit.about || "A number";
    if (!current) return [{ label, mine }];
    const theirs = current.phones.map((one) => writtenPhone(one.phone_number)).join(", ");
    return [{ label, mine, theirs }];
  },
};

const problem: Description = {
  lines: (body: { category?: string; details: string }) => [
    { label: "Category", mine: body.category ?? "" },
    { label: "Details", mine: body.details },
  ],
  draft: { form: "problem", values: (body: object) => body },
};

interface Letter {
  subject: string;
  body: string;
  minutes: number;
  customers: number[];
}

/** A letter of the wire as it was typed. */
const typed = (letter: Letter): Letter => ({
  ...letter,
  body: linesOfText(letter.body).join("\n"),
});

const gift: Description = {
  lines: (body: Letter, { about }) => [
    { label: "Subject", mine: body.subject },
    { label: "Free Minutes", mine: String(body.minutes) },
    { label: "Customers", mine: `${body.customers.length}${about ? `: ${about}` : ""}` },
    { label: "Message", mine: typed(body).body },
  ],
  draft: { form: "gift", values: typed },
};

const descriptions: Record<string, Description> = {
  [scheduleEndpoints.updateSchedule.path]: schedule,
  [listingEndpoints.submitListing.path]: listing,
  [profileEndpoints.updateProfile.path]: profile,
  [profileEndpoints.updateOwnProfile.path]: profile,
  [phoneEndpoints.savePhone.path]: phones,
  [phoneEndpoints.preferPhone.path]: phones,
  [problemEndpoints.reportProblem.path]: problem,
  [giftEndpoints.sendGifts.path]: gift,
};

/** What an edit would change, in words. */
export function linesOf(edit: Edit, current: unknown): readonly Line[] {
  const { body } = edit.request;
  return descriptions[edit.endpoint.path]?.lines(body as never, edit, current as never) ?? [];
}

/** What an edit was typed as, for the form that it came from; null where it came from none. */
export function draftOf(edit: Edit): { form: string; values: object } | null {
  const draft = descriptions[edit.endpoint.path]?.draft;
  return draft ? { form: draft.form, values: draft.values(edit.request.body as never) } : null;
}
