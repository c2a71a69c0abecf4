/**
 * The ETags of an If-None-Match or If-Match header, weak ones (`W/"…"`) as strong: a proxy that
 * compresses an answer weakens its ETag, which still names the same version.
 */
export function etagsIn(header: string): string[] {
  // Our ETags contain no comma. Splitting by /\s*,\s*/ would take O(n²) on a header of blanks.
  return header.split(",").map((given) => {
    const etag = given.trim();
    return etag.startsWith("W/") ? etag.slice(2) : etag;
  });
}
