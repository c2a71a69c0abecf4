import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** The result of a run of requests. */
export interface Load {
  perSecond: number;
  /** The median time of a request (ms). */
  median: number;
  /** How many answers had each status. */
  statuses: Map<number, number>;
}

/** A request as the bytes that go over the wire. */
export function requestBytes(
  method: "GET" | "POST",
  path: string,
  headers: Record<string, string>,
  body = "",
): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, "Host: localhost"];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (method === "POST") lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}`);
}

/**
 * Sends requests over this many keep-alive connections, one at a time on each, and waits for all
 * answers. Reads the sockets itself, because a client library would need more CPU than the servers.
 * @param options `next` returns a request. It is called `count` times.
 */
export async function load(
  port: number,
  options: { connections: number; count: number; next: (place: number) => Buffer },
): Promise<Load> {
  const { connections, count, next } = options;
  const statuses = new Map<number, number>();
  const times: number[] = [];
  let sent = 0;
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ port, host: "127.0.0.1", noDelay: true });
      await once(socket, "connect");
      return socket;
    }),
  );
  const started = performance.now();
  await Promise.all(
    sockets.map(async (socket) => {
      const answers = answersOf(socket);
      while (sent < count) {
        const request = next(sent++);
        const from = performance.now();
        socket.write(request);
        const status = await answers();
        times.push(performance.now() - from);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  for (const socket of sockets) socket.destroy();
  return { perSecond: count / seconds, median: median(times), statuses };
}

/** Returns a function that waits for the next whole answer and returns its status. */
function answersOf(socket: Socket): () => Promise<number> {
  let head = Buffer.alloc(0);
  let bodyLeft = 0;
  let status = 0;
  let settle: { resolve(status: number): void; reject(error: Error): void } | undefined;

  socket.on("data", (chunk) => {
    let rest = chunk;
    if (bodyLeft === 0) {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return;
      const text = head.toString("latin1", 0, end);
      status = Number(text.slice(9, 12));
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
      if (length === undefined && status !== 304 && status !== 204) {
        return fail(new Error(`an answer without a length: ${text}`));
      }
      bodyLeft = status === 304 || status === 204 ? 0 : Number(length);
      rest = head.subarray(end + 4);
      head = Buffer.alloc(0);
    }
    bodyLeft -= rest.length;
    if (bodyLeft < 0) return fail(new Error("more of an answer than its length"));
    if (bodyLeft === 0) settle?.resolve(status);
  });
  const fail = (error: Error) => settle?.reject(error);
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("the server closed the connection")));
  return () => new Promise((resolve, reject) => (settle = { resolve, reject }));
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = 0, high = 0] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 ? high : (low + high) / 2;
}
