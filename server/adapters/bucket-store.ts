import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { setTimeout as pause } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import {
  type Content,
  checkName,
  type FileStore,
  FileStoreError,
  isName,
  type StoredFile,
} from "./file-store.ts";

export interface BucketSettings {
  /**
   * The bucket's address, without a trailing slash; `https://host/bucket` or `https://bucket.host`.
   */
  url: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Times are in milliseconds. Tests use smaller values. */
const bounds = {
  /** For a whole answer, or until a streamed one begins. */
  answer: 10_000,
  /** For the next part of a stream. A whole stream has no limit. */
  part: 60_000,
  /** Names in one answer of a list; S3 gives at most 1,000. */
  page: 1_000,
};

/** The pauses (ms) before repeating a call that the bucket could not serve. */
const repeatAfter = [50, 200];

interface Asked {
  method?: "GET" | "HEAD" | "PUT" | "DELETE";
  query?: Record<string, string>;
  headers?: Record<string, string>;
  content?: Content;
  /** The caller handles answers with these statuses; other failures are thrown. */
  accepts?: readonly number[];
  /** The body is large, so the caller reads it as a stream. */
  streams?: boolean;
  /** In milliseconds. */
  within?: number | undefined;
}

interface Answer {
  ok: boolean;
  headers: Headers;
  /** The body, unless it is streamed. */
  text: string;
  stream: Readable | null;
}

/**
 * Stores files in an S3-compatible bucket.
 * @param prefix of all names in the bucket, such as `files/`.
 */
export function createBucketStore(
  settings: BucketSettings,
  prefix = "",
  { answer, part, page }: typeof bounds = bounds,
): FileStore {
  const { url, ...keys } = settings;
  const client = new AwsClient({ ...keys, service: "s3" });
  const keyOf = (name: string) => prefix + checkName(name);

  async function ask(key: string, asked: Asked): Promise<Answer> {
    const { method = "GET", query = {}, headers = {}, content, accepts = [] } = asked;
    const isUpload = content !== undefined && !Buffer.isBuffer(content);
    const address = new URL(key ? `${url}/${key}` : url);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), isUpload ? part : (asked.within ?? answer));
    const body = isUpload ? streamOf(content.stream, timer) : content;
    const init: RequestInit = {
      method,
      headers,
      // The keys are for this address only.
      redirect: "manual",
      ...(body && { body: body as NonNullable<RequestInit["body"]> }),
      ...(isUpload && { duplex: "half" }),
    };
    try {
      // A stream cannot be sent again.
      const response = await send(address.href, init, stop.signal, isUpload ? [] : repeatAfter);
      const { ok, status, headers } = response;
      if (ok && asked.streams && response.body) {
        const stream = readableOf(response.body as ReadableStream<Uint8Array>, part);
        return { ok, headers, text: "", stream };
      }
      // A connection is free again only after the body of its answer has been read.
      const text = await response.text();
      if (!ok && !accepts.includes(status)) throw failureOf(status, text);
      return { ok, headers, text, stream: null };
    } catch (error) {
      if (error instanceof FileStoreError) throw error;
      throw new FileStoreError(stop.signal.aborted ? "timeout" : codeOf(error));
    } finally {
      clearTimeout(timer);
      if (isUpload) content.stream.destroy();
    }
  }

  /**
   * Not aws4fetch's own `fetch`: it passes the signal in a Request that nothing else holds, and
   * after a garbage collection an abort no longer reaches the call.
   */
  async function send(
    address: string,
    init: RequestInit,
    signal: AbortSignal,
    pauses: readonly number[],
  ): Promise<Response> {
    const response = await fetch(await client.sign(address, init), { signal });
    const [wait, ...later] = pauses;
    const isPassing = response.status >= 500 || response.status === 429;
    if (wait === undefined || !isPassing) return response;
    await response.body?.cancel();
    await pause(Math.random() * wait, undefined, { signal });
    return send(address, init, signal, later);
  }

  async function read(key: string, file: Omit<StoredFile, "read">, start: number, end: number) {
    if (end < start) return Readable.from([]);
    const range = `bytes=${start}-${end}`;
    const { stream } = await ask(key, {
      headers: { "If-Match": file.etag, ...(end - start + 1 < file.size && { Range: range }) },
      accepts: [404, 412],
      streams: true,
    });
    if (!stream) throw new FileStoreError("changed");
    return stream;
  }

  return {
    async write(name, content) {
      const headers = Buffer.isBuffer(content) ? {} : { "Content-Length": String(content.size) };
      await ask(keyOf(name), { method: "PUT", headers, content });
    },

    async find(name, within) {
      const key = keyOf(name);
      const { ok, headers } = await ask(key, { method: "HEAD", accepts: [404], within });
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
          "max-keys": String(page),
          prefix: `${keyOf(below)}/`,
          ...(token && { "continuation-token": token }),
        };
        const { text } = await ask("", { query });
        for (const [, entry = ""] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const name = textOf(entry, "Key").slice(prefix.length);
          if (isName(name)) yield { name, modified: new Date(textOf(entry, "LastModified")) };
        }
        token = textOf(text, "NextContinuationToken") || undefined;
      } while (token);
    },

    async remove(name) {
      await ask(keyOf(name), { method: "DELETE", accepts: [404] });
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

/** The body of an upload. Each part that the bucket takes starts the timer again. */
function streamOf(content: Readable, timer: NodeJS.Timeout): ReadableStream {
  const parts = async function* () {
    for await (const part of content) {
      timer.refresh();
      yield part;
    }
  };
  return Readable.toWeb(Readable.from(parts(), { objectMode: false })) as ReadableStream;
}

/**
 * The body as a stream. It fails if the bucket takes longer than `within` milliseconds for a part;
 * the reader's own pauses do not count.
 */
function readableOf(body: ReadableStream<Uint8Array>, within: number): Readable {
  const reader = body.getReader();
  return new Readable({
    async read() {
      const fail = () => this.destroy(new FileStoreError("cut-off"));
      const timer = setTimeout(fail, within);
      try {
        const { done, value } = await reader.read();
        this.push(done ? null : value);
      } catch {
        fail();
      } finally {
        clearTimeout(timer);
      }
    },
    destroy(error, done) {
      // The player may have enough: then the bucket need not send the rest.
      reader.cancel().catch(() => {});
      done(error);
    },
  });
}

function failureOf(status: number, text: string): FileStoreError {
  const code = textOf(text, "Code");
  const isRefusal = status < 500 && status !== 429;
  return new FileStoreError(/^\w{1,40}$/.test(code) ? code : `http${status}`, { isRefusal });
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
