import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports of outgoing connections, so that none of them takes a port before we use it. */
const anyPort = () => randomInt(20_000, 30_000);

/** A port on which nobody listens: the preferred one if it is free, else another. */
export async function freePort(preferred = anyPort()): Promise<number> {
  const server = createServer();
  try {
    server.listen({ port: preferred, host: "127.0.0.1", exclusive: true });
    await once(server, "listening");
    return preferred;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    return await freePort();
  } finally {
    server.close();
  }
}
