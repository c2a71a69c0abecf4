/** A picture's address: s 64, m 160, l 480 pixels square; the portal's own where there is none. */
export function pictureAddress(image: string | null, size: "s" | "m" | "l"): string {
  return `/api/images/${encodeURIComponent(image ?? "default")}_${size}.jpg`;
}
