import { z } from "zod";
import { id } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { countryCode } from "./phone-fields.ts";
import { phone } from "./phones.ts";
import { profileFields } from "./profile-fields.ts";
import { profileStatus, psychicParams } from "./psychics.ts";
import { rejection } from "./rejection.ts";

/** A manager's own profile. */
const managerProfile = z.object({
  first: z.string(),
  last: z.string(),
  address1: z.string(),
  address2: z.string().nullable(),
  postal_code: z.string(),
  city: z.string(),
  region: z.string(),
  country: z.string(),
  country_code: z.int(),
  email: z.string(),
  phones: z.array(phone),
  /** The type of the preferred number. */
  phone_type: z.int(),
});
z.globalRegistry.add(managerProfile, { id: "ManagerProfile" });
export type ManagerProfile = z.infer<typeof managerProfile>;

const gender = z.enum(["M", "F"]);

/** The details that customers see only after they are approved (D25). */
const details = z.object({
  zodiac: z.int(),
  gender,
  language: z.int(),
  languages: z.array(z.int()),
  experience: z.int(),
  credentials: z.array(z.string()),
});
z.globalRegistry.add(details, { id: "ProfileDetails" });
export type ProfileDetails = z.infer<typeof details>;

/** The fields that only a psychic's profile has. */
const psychicsPart = details.extend({
  user_id: id,
  username: z.string(),
  profile_status: profileStatus,
  pin: z.string().nullable(),
  contact_method: z.enum(["E", "P"]),
  /** Null until it is first filled in. */
  zodiac: z.int().nullable(),
  experience: z.int().nullable(),
  /** Why the profile was last rejected. */
  reason: z.string().nullable(),
  /** The details that customers see; null before the first approval. */
  approved: details.nullable(),
});

const psychicProfile = managerProfile.extend(psychicsPart.shape);
z.globalRegistry.add(psychicProfile, { id: "PsychicProfile" });
export type PsychicProfile = z.infer<typeof psychicProfile>;

/** A form sends back what it was given. These fields may come unchanged; a change is a 422. */
const unchanged = z.unknown().optional();

const profileChange = z
  .strictObject({ ...profileFields, country_code: countryCode })
  .partial()
  .extend({
    user_id: unchanged,
    profile_status: unchanged,
    phones: unchanged,
    phone_type: unchanged,
    reason: unchanged,
    approved: unchanged,
  });
export type ProfileChange = z.infer<typeof profileChange>;

const save = {
  method: "PUT",
  body: z.strictObject({ profile: profileChange }),
  versioned: "profile",
  queueable: true,
} as const;

const decide = {
  method: "POST",
  access: "staff",
  needs: "approve-content",
  params: psychicParams,
} as const;

export const profileEndpoints = defineEndpoints({
  getOwnProfile: {
    method: "GET",
    path: "/profile",
    access: "signed-in",
    summary: "Get your own profile. A manager's has fewer fields.",
    response: managerProfile.extend(psychicsPart.partial().shape),
    versioned: "profile",
    hasPin: true,
    // Without the PIN (D38).
    keepOffline: true,
  },
  getProfile: {
    method: "GET",
    path: "/psychics/{id}/profile",
    access: "self-or-staff",
    needs: "see-psychics",
    summary: "Get a psychic's profile.",
    params: psychicParams,
    response: psychicProfile,
    versioned: "profile",
    hasPin: true,
    // Without the PIN (D38).
    keepOffline: true,
    refuses: [404],
  },
  approveProfile: {
    ...decide,
    path: "/profile/{id}/approve",
    summary:
      "Approve a Pending profile. Customers see it, and the account no longer requires approval.",
    about: { psychic: "id", openWhileBlocked: true },
    versioned: "profile",
    refuses: [404],
  },
  rejectProfile: {
    ...decide,
    path: "/profile/{id}/reject",
    summary: "Reject a Pending profile. The psychic sees the reason.",
    body: rejection,
    about: { psychic: "id", openWhileBlocked: true },
    versioned: "profile",
    refuses: [404],
  },
  updateOwnProfile: {
    ...save,
    path: "/profile",
    access: "signed-in",
    summary:
      "Change your own profile. Absent fields keep their values. A psychic's profile becomes Pending.",
    about: { psychic: "caller", orManager: true },
    refuses: [429],
  },
  updateProfile: {
    ...save,
    path: "/psychics/{id}/profile",
    access: "self-or-staff",
    needs: "edit-psychics",
    summary: "Change a psychic's profile, which becomes Pending. Absent fields keep their values.",
    params: psychicParams,
    about: { psychic: "id" },
    refuses: [404, 429],
  },
});
