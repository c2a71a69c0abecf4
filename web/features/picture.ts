import { pictureEndpoints } from "#shared/pictures.ts";
import { addressOf } from "../api/address.ts";

/** The CDN folder that the page names for pictures; null: the API serves them. */
function imageBase(): string | null {
  const named = document.querySelector<HTMLMetaElement>('meta[name="image-base"]');
  return named?.content ?? null;
}

/** A picture's address: s 64, m 160, l 480 pixels square. Null: the portal's default picture. */
export function pictureAddress(image: string | null, size: "s" | "m" | "l"): string {
  const name = `${image ?? "default"}_${size}.jpg`;
  const base = image === null ? null : imageBase();
  return base === null
    ? addressOf(pictureEndpoints.getPicture, { params: { name } })
    : `${base}/${name}`;
}
