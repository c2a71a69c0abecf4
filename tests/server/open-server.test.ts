import { once } from "node:events";
import type { RequestListener, Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { openServer } from "#server/http/open-server.ts";
import { patient } from "../support/patience.ts";

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  }
});

async function serve(listener: RequestListener, bounds: Parameters<typeof openServer>[1]) {
  const server = openServer(listener, bounds);
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

/** A client that sends a request and does not read the answer. */
function ask(server: Server, request = "GET / HTTP/1.1\r\nHost: portal\r\n\r\n"): Socket {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => {});
  socket.pause();
  socket.write(request);
  sockets.push(socket);
  return socket;
}

const connectionsOf = (server: Server) =>
  new Promise<number>((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

// An answer longer than the kernel's buffers for a client that does not read.
const large = Buffer.alloc(64 * 1024 * 1024);

test("a client that never reads a large answer is cut off (I2)", async () => {
  let asked = 0;
  const answering: RequestListener = (_req, res) => {
    asked += 1;
    res.end(large);
  };
  const server = await serve(answering, { inactivity: 300 });
  for (let i = 0; i < 5; i++) ask(server);
  await expect.poll(() => asked).toBe(5);
  await expect.poll(() => connectionsOf(server), { timeout: patient(60_000) }).toBe(0);
});

test("a client that reads a large answer very slowly is cut off (I2)", async () => {
  const server = await serve((_req, res) => res.end(large), { inactivity: 5_000, answer: 500 });
  const socket = ask(server);
  // The client reads a little at times, so that the connection is not idle.
  const slowReads = setInterval(() => socket.read(1), 20);
  await expect.poll(() => connectionsOf(server), { timeout: patient(60_000) }).toBe(1);
  await expect.poll(() => connectionsOf(server), { timeout: patient(60_000) }).toBe(0);
  clearInterval(slowReads);
});

test("a slow request is answered although its connection is quiet (I2)", async () => {
  const slow: RequestListener = (_req, res) => void setTimeout(() => res.end("done"), 200);
  const server = await serve(slow, { inactivity: 2_000 });
  const socket = ask(server);
  const [bytes] = await once(socket.resume(), "data");
  expect(String(bytes)).toMatch(/^HTTP\/1.1 200 /);
});

test("at the limit of connections, idle ones are closed for new ones (C1)", async () => {
  const server = await serve((_req, res) => res.end("ok"), { connections: 2 });
  for (const socket of [ask(server), ask(server)]) await once(socket.resume(), "data");
  const third = ask(server);
  await once(third.resume(), "close");
  // The server drops the third connection and closes the idle ones.
  await expect.poll(() => connectionsOf(server)).toBe(0);
  const [bytes] = await once(ask(server).resume(), "data");
  expect(String(bytes)).toMatch(/^HTTP\/1.1 200 /);
});
