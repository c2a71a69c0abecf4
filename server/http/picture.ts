import { createHash } from "node:crypto";
import sharp, { type OutputInfo } from "sharp";
import {
  type PictureSize,
  pictureBytesAtMost,
  pictureMessages,
  picturePixelsAtMost,
  pictureSizes,
} from "#shared/pictures.ts";
import { createTurns } from "../limit-concurrency.ts";
import { invalid, Refusal } from "./refusal.ts";

/** What became of a picture that was sent in. */
export interface Picture {
  /** JPEG, square, without metadata. */
  sizes: Record<PictureSize, Buffer>;
}

/** Tells a picture that was sent in from others. */
export async function digestOf(file: File): Promise<string> {
  return createHash("sha256")
    .update(Buffer.from(await file.arrayBuffer()))
    .digest("hex");
}

// A picture takes a core and up to a quarter of a gigabyte for a moment.
const inTurn = createTurns({ atOnce: 2, waitingAtMost: 20 });
sharp.concurrency(1);
sharp.cache(false);

/** By the first bytes: what the sender calls it says nothing. */
function isPicture(bytes: Buffer): boolean {
  const hex = bytes.toString("hex", 0, 12);
  return /^(ffd8ff|89504e470d0a1a0a|52494646.{8}57454250)/.test(hex);
}

/**
 * Cuts a picture to its sizes, upright as it was taken, and drops everything else that it holds.
 * @throws Refusal 413 for too many bytes; 422 for what is no JPEG, PNG or WebP, is broken, or has
 * too many pixels; 503 when too many wait for their turn.
 */
export async function cutPicture(file: File): Promise<Picture> {
  if (file.size > pictureBytesAtMost) throw new Refusal("too_large");
  const bytes = Buffer.from(await file.arrayBuffer());
  if (!isPicture(bytes)) throw invalid("image", pictureMessages.unreadable);
  return inTurn(async () => {
    try {
      return { sizes: await cutSquare(await squareOf(bytes)) };
    } catch (error) {
      const isTooLarge = error instanceof Error && /pixel limit/i.test(error.message);
      throw invalid(
        "image",
        isTooLarge ? pictureMessages.tooManyPixels : pictureMessages.unreadable,
      );
    }
  });
}

/** Square pixels as JPEGs of the sizes. */
export async function cutSquare(square: { data: Buffer; info: OutputInfo }) {
  const cut = async (size: PictureSize) =>
    sharp(square.data, { raw: square.info })
      .resize(pictureSizes[size], pictureSizes[size])
      .jpeg({ quality: 85 })
      .toBuffer();
  return { s: await cut("s"), m: await cut("m"), l: await cut("l") };
}

/** The pixels of the middle, in the largest size; decoded once. */
function squareOf(bytes: Buffer) {
  return sharp(bytes, {
    limitInputPixels: picturePixelsAtMost,
    failOn: "error",
    sequentialRead: true,
  })
    .autoOrient()
    .timeout({ seconds: 10 })
    .resize(pictureSizes.l, pictureSizes.l, { fit: "cover" })
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
}
