import { pictureEndpoints } from "../../shared/pictures.ts";
import { addressOf } from "../api/address.ts";

/** A picture's address: s 64, m 160, l 480 pixels square; the portal's own where there is none. */
export function pictureAddress(image: string | null, size: "s" | "m" | "l"): string {
  const name = `${image ?? "default"}_${size}.jpg`;
  return addressOf(pictureEndpoints.getPicture, { params: { name } });
}
