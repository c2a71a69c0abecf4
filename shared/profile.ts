import { z } from "zod";
import { id } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { countryCode } from "./phone-fields.ts";
import { phone } from "./phones.ts";
import { profileFields } from "./profile-fields.ts";
import { profileStatus, psychicParams } from "./psychics.ts";
import { rejection } from "./rejection.ts";

/** What a manager's own profile is. */
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
  /** The preferred number's. */
  phone_type: z.int(),
});
z.globalRegistry.add(managerProfile, { id: "ManagerProfile" });
export type ManagerProfile = z.infer<typeof managerProfile>;

const gender = z.enum(["M", "F"]);

/** What is held until approved (D25). */
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

/** What only a psychic's has. */
const psychicsPart = details.extend({
  user_id: id,
  username: z.string(),
  profile_status: profileStatus,
  pin: z.string().nullable(),
  contact_method: z.enum(["E", "P"]),
  /** Null until it was ever filled in. */
  zodiac: z.int().nullable(),
  experience: z.int().nullable(),
  /** Of the last rejection. */
  reason: z.string().nullable(),
  /** As customers see them; null before the first approval. */
  approved: details.nullable(),
});

const psychicProfile = managerProfile.extend(psychicsPart.shape);
z.globalRegistry.add(psychicProfile, { id: "PsychicProfile" });
export type PsychicProfile = z.infer<typeof psychicProfile>;

/** What was asked for comes back with a form; it may come as it is, and nothing else (422). */
const asItIs = z.unknown().optional();

const profileChange = z
  .strictObject({ ...profileFields, country_code: countryCode })
  .partial()
  .extend({
    user_id: asItIs,
    profile_status: asItIs,
    phones: asItIs,
    phone_type: asItIs,
    reason: asItIs,
    approved: asItIs,
  });
export type ProfileChange = z.infer<typeof profileChange>;

const save = {
  method: "PUT",
  body: z.strictObject({ profile: profileChange }),
  versioned: "profile",
  queueable: true,
} as const;

const decide = { method: "POST", access: "manager", params: psychicParams } as const;

export const profileEndpoints = defineEndpoints({
  getOwnProfile: {
    method: "GET",
    path: "/profile",
    access: "signed-in",
    summary: "One's own profile; a manager's is the short form.",
    response: managerProfile.extend(psychicsPart.partial().shape),
    versioned: "profile",
    // Without the PIN (D38).
    keepOffline: true,
  },
  getProfile: {
    method: "GET",
    path: "/psychics/{id}/profile",
    access: "self-or-manager",
    summary: "A psychic's profile.",
    params: psychicParams,
    response: psychicProfile,
    versioned: "profile",
    // Without the PIN (D38).
    keepOffline: true,
    refuses: [404],
  },
  approveProfile: {
    ...decide,
    path: "/profile/{id}/approve",
    summary: "Approve a Pending profile: customers see it, and the account needs no more approval.",
    about: { psychic: "id", openWhileBlocked: true },
    versioned: "profile",
    refuses: [404],
  },
  rejectProfile: {
    ...decide,
    path: "/profile/{id}/reject",
    summary: "Reject a Pending profile; the psychic sees the reason.",
    body: rejection,
    about: { psychic: "id", openWhileBlocked: true },
    versioned: "profile",
    refuses: [404],
  },
  updateOwnProfile: {
    ...save,
    path: "/profile",
    access: "signed-in",
    summary: "Change one's own profile; what is left out stays. A psychic's becomes Pending.",
    about: { psychic: "caller", orManager: true },
    refuses: [429],
  },
  updateProfile: {
    ...save,
    path: "/psychics/{id}/profile",
    access: "self-or-manager",
    summary: "Change a psychic's profile, which becomes Pending; what is left out stays.",
    params: psychicParams,
    about: { psychic: "id" },
    refuses: [404, 429],
  },
});
