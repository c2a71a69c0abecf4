import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { AwsClient } from "aws4fetch";
import {
  checkName,
  type FileStore,
  FileStoreError,
  isName,
  type StoredFile,
} from "./file-store.ts";

export interface BucketSettings {
  /** The bucket's address, without a trailing slash; `https://host/bucket` or `https://bucket.host`. */
  url: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** In milliseconds, until the bucket begins its answer. */
const answerWithin = 10_000;

interface Asked {
  method?: "GET" | "HEAD" | "PUT" | "DELETE";
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Buffer | ReadableStream;
  /** Answers with these statuses are the caller's to judge. */
  accepts?: readonly number[];
}

/**
 * Stores files in an S3-compatible bucket.
 * @param prefix of all names in the bucket, such as `files/`.
 */
export function createBucketStore(settings: BucketSettings, prefix = ""): FileStore {
  const { url, ...keys } = settings;
  const client = new AwsClient({ ...keys, service: "s3", retries: 2 });
  const keyOf = (name: string) => prefix + checkName(name);

  async function ask(key: string, asked: Asked): Promise<Response> {
    const { method = "GET", query = {}, headers = {}, body, accepts = [] } = asked;
    const isStream = body !== undefined && !Buffer.isBuffer(body);
    const address = new URL(key ? `${url}/${key}` : url);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    const stop = new AbortController();
    // A stream takes as long as it takes.
    const timer = isStream ? undefined : setTimeout(() => stop.abort(), answerWithin);
    const init: RequestInit = {
      method,
      headers,
      // The keys are for this address only.
      redirect: "manual",
      signal: stop.signal,
      ...(body && { body: body as NonNullable<RequestInit["body"]> }),
      ...(isStream && { duplex: "half" }),
    };
    try {
      // A stream cannot be sent again.
      const answer = await (isStream
        ? fetch(await client.sign(address.href, init))
        : client.fetch(address.href, init));
      if (answer.ok || accepts.includes(answer.status)) return answer;
      throw await failureOf(answer);
    } catch (error) {
      if (error instanceof FileStoreError) throw error;
      throw new FileStoreError(stop.signal.aborted ? "timeout" : codeOf(error));
    } finally {
      clearTimeout(timer);
    }
  }

  async function read(key: string, file: Omit<StoredFile, "read">, start: number, end: number) {
    if (end < start) return Readable.from([]);
    const range = `bytes=${start}-${end}`;
    const answer = await ask(key, {
      headers: { "If-Match": file.etag, ...(end - start + 1 < file.size && { Range: range }) },
      accepts: [404, 412],
    });
    if (!answer.ok || !answer.body) {
      await answer.body?.cancel();
      throw new FileStoreError("changed");
    }
    return Readable.fromWeb(answer.body as ReadableStream);
  }

  return {
    async write(name, content) {
      const key = keyOf(name);
      if (Buffer.isBuffer(content)) {
        await discard(await ask(key, { method: "PUT", body: content }));
        return;
      }
      const headers = { "Content-Length": String(content.size) };
      const body = Readable.toWeb(content.stream) as ReadableStream;
      await discard(await ask(key, { method: "PUT", headers, body }));
    },

    async find(name) {
      const key = keyOf(name);
      const { ok, headers } = await ask(key, { method: "HEAD", accepts: [404] });
      if (!ok) return null;
      const size = Number(headers.get("content-length"));
      const modified = new Date(headers.get("last-modified") ?? 0);
      const file = { size, modified, etag: headers.get("etag") ?? "" };
      return { ...file, read: (start = 0, end = size - 1) => read(key, file, start, end) };
    },

    async *list(below) {
      let token: string | undefined;
      do {
        const query = {
          "list-type": "2",
          prefix: `${keyOf(below)}/`,
          ...(token && { "continuation-token": token }),
        };
        const page = await (await ask("", { query })).text();
        for (const [, entry = ""] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const name = textOf(entry, "Key").slice(prefix.length);
          if (isName(name)) yield { name, modified: new Date(textOf(entry, "LastModified")) };
        }
        token = textOf(page, "NextContinuationToken") || undefined;
      } while (token);
    },

    async remove(name) {
      await discard(await ask(keyOf(name), { method: "DELETE", accepts: [404] }));
    },

    async uploadAddress(name, { size, type, seconds }) {
      const address = new URL(`${url}/${keyOf(name)}`);
      address.searchParams.set("X-Amz-Expires", String(seconds));
      // Signed, so that the bucket refuses another size or type.
      const headers = { "Content-Length": String(size), "Content-Type": type };
      const signed = { signQuery: true, allHeaders: true };
      return (await client.sign(address.href, { method: "PUT", headers, aws: signed })).url;
    },
  };
}

/** An answer's connection is free again only when its body was read. */
const discard = async (answer: Response): Promise<void> => void (await answer.arrayBuffer());

async function failureOf(answer: Response): Promise<FileStoreError> {
  const code = textOf(await answer.text().catch(() => ""), "Code");
  const isRefusal = answer.status < 500 && answer.status !== 429;
  return new FileStoreError(/^\w{1,40}$/.test(code) ? code : `http${answer.status}`, { isRefusal });
}

/** The code of a connection that failed: `fetch` hides it in the cause. */
function codeOf(error: unknown): string {
  const { code } = (error as { cause?: { code?: unknown } }).cause ?? {};
  if (code === "UND_ERR_REQ_CONTENT_LENGTH_MISMATCH") return "cut-off";
  return typeof code === "string" ? code : "unreachable";
}

/** The text of an XML element without children; empty if it is missing. */
function textOf(xml: string, element: string): string {
  const [, text = ""] = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml) ?? [];
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}
