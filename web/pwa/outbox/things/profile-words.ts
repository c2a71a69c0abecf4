import type { RequestOf } from "#shared/http/endpoint.ts";
import type { PsychicProfile, profileEndpoints } from "#shared/profile.ts";
import { blankDetails } from "#web/features/profile/details-values.ts";
import { blankPerson } from "#web/features/profile/person-values.ts";
import { profileDifferences, profileLines } from "#web/features/profile/profile-differences.ts";
import { type ProfileValues, profileValues } from "#web/features/profile/profile-values.ts";
import type { Edit } from "../entry.ts";
import type { Line } from "./thing.ts";

type Body = RequestOf<typeof profileEndpoints.updateProfile>["body"];

const blank: ProfileValues = {
  ...blankPerson,
  ...blankDetails,
  username: "",
  pin: "",
  contact_method: "P",
};

/** A profile of which only the changed fields are known, as its form shows it. */
function valuesOf(changes: object): ProfileValues {
  const known: object = { ...blank, ...changes };
  return profileValues(known as PsychicProfile);
}

/** The changed fields alone. */
function changedValues({ profile }: Body): Partial<ProfileValues> {
  const values = Object.entries(valuesOf(profile));
  return Object.fromEntries(values.filter(([name]) => name in profile));
}

export function lines(body: Body, _: Edit, current: PsychicProfile | undefined): Line[] {
  // An edit does not say which values it started from, so all its fields are shown.
  if (!current) return profileLines(valuesOf(body.profile), Object.keys(body.profile));
  const theirs = valuesOf(current);
  return profileDifferences({ ...theirs, ...changedValues(body) }, theirs);
}

export const draft = { form: "profile", values: changedValues };
