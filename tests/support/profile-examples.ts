import { makePhone } from "#seeds/builders/phone.ts";
import { makePicture } from "#seeds/builders/picture.ts";
import { makeProfileDetails } from "#seeds/builders/psychic.ts";
import { storePicture } from "#server/adapters/picture-files.ts";
import type { Services } from "#server/services.ts";
import type { phoneEndpoints } from "#shared/phones.ts";
import type { pictureEndpoints } from "#shared/pictures.ts";
import type { profileEndpoints } from "#shared/profile.ts";
import type { Cast, Example } from "./examples.ts";

async function pendingProfile({ db }: Services, subject: number): Promise<undefined> {
  await db.sql("psychics").where({ user_id: subject }).update({ profile_status: "Pending" });
}

const onePixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

async function pendingPicture({ db, files }: Services, subject: number) {
  const { name } = await makePicture(db.sql, { user_id: subject, state: "pending" });
  await storePicture(files, { s: onePixel, m: onePixel, l: onePixel }, name);
  return undefined;
}

type Names =
  | keyof typeof phoneEndpoints
  | keyof typeof pictureEndpoints
  | keyof typeof profileEndpoints;

export const profileExamples: Record<Names, (cast: Cast) => Example> = {
  uploadPicture: ({ subject }) => ({ params: { id: subject }, body: { image: onePixel } }),
  approvePicture: ({ subject }) => ({ params: { id: subject }, prepare: pendingPicture }),
  rejectPicture: ({ subject }) => ({ params: { id: subject }, prepare: pendingPicture }),
  getPicture: () => ({ params: { name: "default_m.jpg" } }),
  getOwnProfile: () => ({}),
  getProfile: ({ subject }) => ({ params: { id: subject } }),
  approveProfile: ({ subject }) => ({ params: { id: subject }, prepare: pendingProfile }),
  rejectProfile: ({ subject }) => ({ params: { id: subject }, prepare: pendingProfile }),
  updateOwnProfile: () => ({ body: { profile: { email: "mine@people.example" } } }),
  updateProfile: ({ subject }) => ({
    params: { id: subject },
    // A psychic may change all these fields, too.
    body: {
      profile: {
        email: "new@people.example",
        pin: "2718",
        contact_method: "E",
        zodiac: 2,
        gender: "M",
        language: 2,
        languages: [1, 3],
        credentials: ["Reiki master"],
      },
    },
    prepare: async ({ db }, subject) => {
      const known = await db.sql("profile_details").where({ psychic_id: subject }).first("state");
      if (!known) await makeProfileDetails(db.sql, subject);
      return undefined;
    },
  }),
  listPhones: ({ subject }) => ({ params: { id: subject } }),
  savePhone: ({ subject }) => ({
    params: { id: subject },
    body: { phone: { phone_number: "212-555-0123" } },
  }),
  preferPhone: ({ subject }) => ({
    params: { id: subject, phoneId: 1 },
    prepare: async ({ db }, subject) => {
      const known = await db.sql("phones").where({ user_id: subject }).first("id");
      return { phoneId: (known ?? (await makePhone(db.sql, { user_id: subject }))).id };
    },
  }),
};
