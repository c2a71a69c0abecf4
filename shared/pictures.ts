import { z } from "zod";
import { text } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { psychicParams } from "./psychics.ts";

/** The pixels of each size. A picture is square and has the path `/images/{name}_{size}.jpg`. */
export const pictureSizes = { s: 64, m: 160, l: 480 } as const;
export type PictureSize = keyof typeof pictureSizes;

export const pictureBytesAtMost = 8 * 1024 * 1024;
/** More than phone cameras take by default; protects against decompression bombs. */
export const picturePixelsAtMost = 64_000_000;

export const pictureMessages = {
  missing: "Picture is required",
  unreadable: "Picture must be a JPEG, PNG or WebP of up to 8 MB",
  tooManyPixels: "Picture must have at most 64 megapixels",
} as const;

/** The picture that the manager looked at. Without it, the decision is about the pending one. */
const seenPicture = z
  .strictObject({ image: text(1000, "Picture is not valid").nullish() })
  .optional();

export const pictureEndpoints = defineEndpoints({
  uploadPicture: {
    method: "POST",
    path: "/psychics/{id}/image",
    access: "self-or-staff",
    needs: "edit-psychics",
    summary: "Send a picture. A psychic's picture awaits approval; a manager's is shown at once.",
    params: psychicParams,
    accepts: "picture",
    // Room for the multipart lines around the picture.
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
    access: "staff",
    needs: "approve-content",
    summary:
      "Approve the pending picture. It replaces the one that is shown. If the pending picture is " +
      "not `image`, the answer is 409 with the pending picture.",
    params: psychicParams,
    body: seenPicture,
    about: { psychic: "id" },
    refuses: [404],
  },
  rejectPicture: {
    method: "POST",
    path: "/psychics/{id}/image/reject",
    access: "staff",
    needs: "approve-content",
    summary:
      "Reject the pending picture. If the pending picture is not `image`, the answer is 409 with " +
      "the pending picture.",
    params: psychicParams,
    body: seenPicture,
    about: { psychic: "id" },
    refuses: [404],
  },
  getPicture: {
    method: "GET",
    path: "/images/{name}",
    access: "public",
    session: "none",
    summary: "Get a picture, `{image}_{size}.jpg` (size s, m or l), or the default picture.",
    params: z.object({ name: text(1000) }),
    produces: { type: "image/*", byRanges: true },
  },
});
