import { z } from "zod";
import { text } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { psychicParams } from "./psychics.ts";

/** A picture is at `/images/{name}_{size}.jpg`, cut square; pixels by size. */
export const pictureSizes = { s: 64, m: 160, l: 480 } as const;
export type PictureSize = keyof typeof pictureSizes;

export const pictureBytesAtMost = 8 * 1024 * 1024;
/** More than any phone's camera takes unless it is told to; a bomb has more. */
export const picturePixelsAtMost = 64_000_000;

export const pictureMessages = {
  missing: "Picture is required",
  unreadable: "Picture must be a JPEG, PNG or WebP of up to 8 MB",
  tooManyPixels: "Picture must have at most 64 megapixels",
} as const;

/** Which picture was looked at; whoever decides without looking may leave it out. */
const seen = z.strictObject({ image: text(1000, "Picture is not valid").nullish() }).optional();

export const pictureEndpoints = defineEndpoints({
  uploadPicture: {
    method: "POST",
    path: "/psychics/{id}/image",
    access: "self-or-manager",
    summary: "Send in a picture: a psychic's waits for approval, a manager's counts at once.",
    params: psychicParams,
    accepts: "picture",
    // Beside the picture: the lines around it.
    bodyChecks: { maxBytes: pictureBytesAtMost + 4096 },
    body: z.strictObject({
      image: z.file({
        error: ({ input }) =>
          input === undefined ? pictureMessages.missing : pictureMessages.unreadable,
      }),
    }),
    limits: [{ bucket: "pictures", points: 20, seconds: 3600, by: "user" }],
    about: { psychic: "id", orManager: true },
    refuses: [404],
  },
  approvePicture: {
    method: "POST",
    path: "/psychics/{id}/image/approve",
    access: "manager",
    summary:
      "Approve the picture that waits; it takes the place of the one that is shown. Another than " +
      "`image` by now is 409 with the one that waits.",
    params: psychicParams,
    body: seen,
    about: { psychic: "id" },
    refuses: [404],
  },
  rejectPicture: {
    method: "POST",
    path: "/psychics/{id}/image/reject",
    access: "manager",
    summary: "Reject the picture that waits. Another than `image` by now is 409 with that one.",
    params: psychicParams,
    body: seen,
    about: { psychic: "id" },
    refuses: [404],
  },
  getPicture: {
    method: "GET",
    path: "/images/{name}",
    access: "public",
    session: "none",
    summary: "A picture, `{image}_{size}.jpg` (sizes s, m, l), or the default one.",
    params: z.object({ name: text(1000) }),
    produces: { type: "image/*" },
  },
});
