import { pictureMessages } from "#shared/pictures.ts";

/** The longer side of a picture as it is sent, in pixels: the largest that is shown has 480. */
const pixelsAtMost = 2000;

/** The size that fits, in the same shape; never larger than it is. */
export function fittingSize(width: number, height: number, atMost: number) {
  const scale = Math.min(1, atMost / Math.max(width, height));
  const scaled = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: scaled(width), height: scaled(height) };
}

/**
 * A picture as it is sent: a JPEG, upright, at most 2000 pixels. A phone's camera takes ten times
 * what is needed, and the network is the psychic's own.
 * @throws Error whose message is for the user, for what is no picture.
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
  // What is transparent in a PNG would be black in a JPEG.
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
