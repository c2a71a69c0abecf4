import { pictureMessages } from "#shared/pictures.ts";

/** The longer side of a sent picture in pixels. The largest one that we show has 480. */
const pixelsAtMost = 2000;

/** The size that fits, with the same proportions and never larger than the original. */
export function fittingSize(width: number, height: number, atMost: number) {
  const scale = Math.min(1, atMost / Math.max(width, height));
  const scaled = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: scaled(width), height: scaled(height) };
}

/**
 * Prepares a picture for sending: a JPEG, upright, its longer side at most 2000 pixels. Pictures
 * from phone cameras are much larger, and the psychic pays for the network.
 * @throws Error with a message for the user, if it is not a picture.
 */
export async function shrinkPicture(file: File): Promise<File> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error(pictureMessages.unreadable);
  });
  const { width, height } = fittingSize(bitmap.width, bitmap.height, pixelsAtMost);
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const drawing = canvas.getContext("2d");
  if (!drawing) throw new Error(pictureMessages.unreadable);
  // Transparent parts of a PNG would be black in a JPEG.
  drawing.fillStyle = "white";
  drawing.fillRect(0, 0, width, height);
  drawing.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const blob = await new Promise<Blob | null>((done) => {
    canvas.toBlob(done, "image/jpeg", 0.9);
  });
  if (!blob) throw new Error(pictureMessages.unreadable);
  return new File([blob], "picture.jpg", { type: "image/jpeg" });
}
