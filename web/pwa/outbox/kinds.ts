import { giftEndpoints } from "#shared/gifts.ts";
import type { EndpointData } from "#shared/http/endpoint.ts";
import { listingEndpoints } from "#shared/listings.ts";
import { phoneEndpoints } from "#shared/phones.ts";
import { problemEndpoints } from "#shared/problems.ts";
import { profileEndpoints } from "#shared/profile.ts";
import { scheduleEndpoints } from "#shared/schedule.ts";
import type { PlainRequest } from "#web/api/address.ts";

type Named = Pick<EndpointData, "method" | "path">;

/** A kind of edit that may wait (D39). */
export interface EditKind {
  /** For people. */
  title: string;
  /** What it edits; null: nothing that stands, so that each is a thing of its own. */
  thing: string | null;
  /**
   * A later edit takes the place of one that was never sent: what then is to be sent. Without it
   * each goes out by itself.
   */
  merge?: (before: unknown, later: unknown) => unknown;
  /** Whether a later edit holds all of an earlier one that got stuck; without it none does. */
  covers?: (before: unknown, later: unknown) => boolean;
  /** Where it is made and mended. */
  screen: string;
}

/** It holds all of its thing. */
const whole = (_: unknown, later: unknown) => later;

/** A profile is saved by what differs. */
const changesOf = (body: unknown) => (body as { profile: object }).profile;

const mergedProfile = (before: unknown, later: unknown) => ({
  profile: { ...changesOf(before), ...changesOf(later) },
});

const coversProfile = (before: unknown, later: unknown) =>
  Object.keys(changesOf(before)).every((name) => name in changesOf(later));

const profile: EditKind = {
  title: "Profile",
  thing: "profile",
  merge: mergedProfile,
  covers: coversProfile,
  screen: "/psychic/profile",
};
const phones: EditKind = { title: "Phone numbers", thing: "phones", screen: "/psychic/profile" };

const kinds: readonly (readonly [Named, EditKind])[] = [
  [
    scheduleEndpoints.updateSchedule,
    { title: "Schedule", thing: "schedule", merge: whole, screen: "/psychic/schedule" },
  ],
  [
    listingEndpoints.submitListing,
    { title: "Listing", thing: "listing", merge: whole, screen: "/psychic/listing" },
  ],
  [profileEndpoints.updateProfile, profile],
  [profileEndpoints.updateOwnProfile, profile],
  [phoneEndpoints.savePhone, phones],
  [phoneEndpoints.preferPhone, phones],
  [
    problemEndpoints.reportProblem,
    { title: "Problem report", thing: null, screen: "/psychic/problem" },
  ],
  [giftEndpoints.sendGifts, { title: "Gift", thing: null, screen: "/psychic/compose" }],
];

export function kindOf({ method, path }: Named): EditKind | undefined {
  return kinds.find(([named]) => named.method === method && named.path === path)?.[1];
}

/** Whether the phone may keep it: what holds a PIN needs the network (D39). */
export function mayWait({ body }: PlainRequest): boolean {
  const { profile } = (body ?? {}) as { profile?: { pin?: unknown } };
  return profile?.pin === undefined;
}
