import { Refusal } from "./refusal.ts";

const notReadable = () =>
  new Refusal("not_readable", { detail: "The body is not valid multipart/form-data" });

/**
 * The parts of a multipart body by their names, files as `File`.
 * @throws Refusal 400 for a body that is none, and for two parts of one name.
 */
export async function readParts(
  contentType: string,
  bytes: Buffer,
): Promise<Record<string, string | File>> {
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
