import { profileEndpoints } from "#shared/profile.ts";
import { defineThing, descriptions } from "./thing.ts";

/** A profile. Its edits contain only the changed fields. */
export const profile = defineThing({
  name: "profile",
  title: "Profile",
  screen: "/psychic/profile",
  edits: [profileEndpoints.updateProfile, profileEndpoints.updateOwnProfile],
  isOnlineOnly: ({ profile }) => profile.pin !== undefined,
  merge: (before, later) => ({ profile: { ...before.profile, ...later.profile } }),
  covers: (before, later) => Object.keys(before.profile).every((name) => name in later.profile),
  overlay: {
    answers: [profileEndpoints.getProfile, profileEndpoints.getOwnProfile],
    show: (data, { profile }) => ({
      ...data,
      ...(profile as object),
      profile_status: "Pending" as const,
    }),
  },
  describe: async () => (await descriptions()).profile,
});
