import { Refusal } from "./refusal.ts";

const notReadable = () =>
  new Refusal("not_readable", { detail: "The body is not valid multipart/form-data" });

/** More than a form of ours has; each costs the parser time, however small it is. */
const partsAtMost = 8;
/** Bytes of the lines that say what a part is. */
const headAtMost = 2_000;
/** Bytes: two dashes and a boundary (RFC 2046), which begin every part. */
const delimiterAtMost = 72;

/** Looks through a body without parsing it. @throws Refusal 400 for more than any form has. */
function refuseMuch(bytes: Buffer): void {
  const delimiterEnd = bytes.subarray(0, delimiterAtMost + 2).indexOf("\r\n");
  if (delimiterEnd < 2) throw notReadable();
  const delimiter = bytes.subarray(0, delimiterEnd);
  let parts = 0;
  for (let at = 0; at !== -1; at = bytes.indexOf(delimiter, at + delimiterEnd)) {
    const head = bytes.subarray(at, at + delimiterEnd + headAtMost);
    const isEnd = head.subarray(delimiterEnd, delimiterEnd + 2).equals(twoDashes);
    if (!isEnd && (++parts > partsAtMost || !head.includes("\r\n\r\n"))) throw notReadable();
  }
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
  refuseMuch(bytes);
  const body = new Response(new Uint8Array(bytes), { headers: { "Content-Type": contentType } });
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
