import { createHash } from "node:crypto";
import sharp, { type OutputInfo } from "sharp";
import {
  type PictureSize,
  pictureBytesAtMost,
  pictureMessages,
  picturePixelsAtMost,
  pictureSizes,
} from "#shared/pictures.ts";
import { limitConcurrency } from "../limit-concurrency.ts";
import { pictureToDecode, TooLargePicture } from "./picture-file.ts";
import { invalid, Refusal } from "./refusal.ts";

/** An uploaded picture, processed. */
export interface Picture {
  /** JPEG, square, without metadata. */
  sizes: Record<PictureSize, Buffer>;
}

/** SHA-256 of an uploaded picture. */
export async function digestOf(file: File): Promise<string> {
  return createHash("sha256")
    .update(Buffer.from(await file.arrayBuffer()))
    .digest("hex");
}

// A picture takes a core and up to 250 MB for a moment.
const limitCutting = limitConcurrency({ atOnce: 2, queuedAtMost: 20 });
sharp.concurrency(1);
sharp.cache(false);

/**
 * Turns a picture upright, cuts it to its sizes and drops its metadata.
 * @throws Refusal 413 for too many bytes; 422 unless it is an intact JPEG, PNG or WebP with few
 * enough pixels; 503 when too many pictures are queued.
 */
export async function cutPicture(file: File): Promise<Picture> {
  if (file.size > pictureBytesAtMost) throw new Refusal("too_large");
  try {
    // By the content: the sender's media type proves nothing.
    const bytes = pictureToDecode(Buffer.from(await file.arrayBuffer()));
    if (bytes)
      return await limitCutting(async () => ({ sizes: await cutSquare(await squareOf(bytes)) }));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const { message } = error as Error;
    if (error instanceof TooLargePicture || /pixel limit/i.test(message)) {
      throw invalid("image", pictureMessages.tooManyPixels);
    }
  }
  throw invalid("image", pictureMessages.unreadable);
}

/** JPEGs of all sizes from square pixels. */
export async function cutSquare(square: { data: Buffer; info: OutputInfo }) {
  const cut = async (size: PictureSize) =>
    sharp(square.data, { raw: square.info })
      .resize(pictureSizes[size], pictureSizes[size])
      .jpeg({ quality: 85 })
      .toBuffer();
  return { s: await cut("s"), m: await cut("m"), l: await cut("l") };
}

/** The middle square in the largest size. All sizes are made from it, so we decode only once. */
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
