import { Refusal } from "./refusal.ts";

const notReadable = () =>
  new Refusal("not_readable", { detail: "The body is not valid multipart/form-data" });

/** More than a form of ours has; each costs the parser time, however small it is. */
const partsAtMost = 8;
/** Bytes of the lines that say what a part is. */
const headAtMost = 2_000;
/** Bytes: two dashes and a boundary (RFC 2046), which begin every part. */
const delimiterAtMost = 72;

/** A boundary that needs no quoting of its own within quotes (RFC 2046). */
const boundaryIn = /;\s*boundary=(?:"([\w'()+,./:=?-]+)"|([\w'()+.-]+))\s*(?:;|$)/i;

/**
 * Looks through a body without parsing it.
 * @returns its boundary: the first line is of the one that the type names. The parser would skip any
 * number of lines before that, which were not looked through.
 * @throws Refusal 400 for another first line, and for more than any form has.
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
 * The parts of a multipart body by their names, files as `File`.
 * @throws Refusal 400 for a body that is none, and for two parts of one name.
 */
export async function readParts(
  contentType: string,
  bytes: Buffer,
): Promise<Record<string, string | File>> {
  // One reading of the boundary: a type that names two must not mean another to the parser.
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
