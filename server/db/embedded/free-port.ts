import { once } from "node:events";
import { createServer } from "node:net";

/** A port on which nobody listens: the preferred one if it is free, else the system's choice. */
export async function freePort(preferred = 0): Promise<number> {
  const server = createServer();
  try {
    server.listen({ port: preferred, host: "127.0.0.1", exclusive: true });
    await once(server, "listening");
    const address = server.address();
    if (address && typeof address === "object") return address.port;
    throw new Error("A listening server has no address");
  } catch (error) {
    if (preferred === 0) throw error;
    return await freePort();
  } finally {
    server.close();
  }
}
