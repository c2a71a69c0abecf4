/**
 * The tags of an `If-None-Match` or `If-Match` header, weak ones (`W/"…"`) as if they were strong:
 * a proxy that compresses an answer weakens its tag, and it still names the same version.
 */
export function etagsIn(header: string): string[] {
  // Our tags hold no comma. A pattern for "a comma and blanks" takes O(n²) on blanks alone.
  return header.split(",").map((given) => {
    const etag = given.trim();
    return etag.startsWith("W/") ? etag.slice(2) : etag;
  });
}
