import { Refusal } from "./refusal.ts";

const notReadable = () =>
  new Refusal("not_readable", { detail: "The body is not valid multipart/form-data" });

/** No form of ours has more. Each part costs the parser time, however small it is. */
const partsAtMost = 8;
/** Bytes of a part's headers. */
const headAtMost = 2_000;
/** Bytes of two dashes and the boundary, which begin every part (RFC 2046). */
const delimiterAtMost = 72;

/** A boundary that needs no escapes in quotes (RFC 2046). */
const boundaryIn = /;\s*boundary=(?:"([\w'()+,./:=?-]+)"|([\w'()+.-]+))\s*(?:;|$)/i;

/**
 * Checks a body without parsing it. The first line must be the boundary that the type names: the
 * parser would skip any number of lines before it, and those would go unchecked.
 * @returns the boundary.
 * @throws Refusal 400 for another first line, for too many parts and for too long headers.
 */
function boundaryOf(contentType: string, bytes: Buffer): string {
  const [, quoted, boundary = quoted] = boundaryIn.exec(contentType) ?? [];
  const delimiterEnd = bytes.subarray(0, delimiterAtMost + 2).indexOf("\r\n");
  const delimiter = bytes.subarray(0, Math.max(delimiterEnd, 0));
  if (boundary === undefined || delimiter.toString("latin1") !== `--${boundary}`) {
    throw notReadable();
  }
  let parts = 0;
  for (let at = 0; at !== -1; at = bytes.indexOf(delimiter, at + delimiterEnd)) {
    const head = bytes.subarray(at, at + delimiterEnd + headAtMost);
    const isEnd = head.subarray(delimiterEnd, delimiterEnd + 2).equals(twoDashes);
    if (!isEnd && (++parts > partsAtMost || !head.includes("\r\n\r\n"))) throw notReadable();
  }
  return boundary;
}

const twoDashes = Buffer.from("--");

/**
 * The parts of a multipart body by name, files as `File`.
 * @throws Refusal 400 for a malformed body, and for two parts of the same name.
 */
export async function readParts(
  contentType: string,
  bytes: Buffer,
): Promise<Record<string, string | File>> {
  // The parser must use the boundary that was checked, even if the type names two.
  const type = `multipart/form-data; boundary="${boundaryOf(contentType, bytes)}"`;
  const body = new Response(new Uint8Array(bytes), { headers: { "Content-Type": type } });
  const parts = await body.formData().then(
    (form) => [...form] as [string, string | File][],
    () => {
      throw notReadable();
    },
  );
  const named = Object.fromEntries(parts);
  if (Object.keys(named).length < parts.length) throw notReadable();
  return named;
}
