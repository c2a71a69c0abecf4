import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import type { PortalProcess } from "./portal-process.ts";

/** How often the balancer asks a process whether it is ready (ms). */
const pollInterval = 100;

interface Backend {
  portal: PortalProcess;
  agent: Agent;
  ready: boolean;
}

export interface Sent {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/**
 * A minimal load balancer. It keeps connections alive, sends new requests only to processes whose
 * last answer of `/api/health/ready` was 200, and does not retry a request that failed.
 */
export class Balancer {
  /** How many requests the balancer forwarded, and over how many connections. */
  requests = 0;
  connections = 0;
  readonly #backends = new Map<PortalProcess, Backend>();
  #next = 0;

  /** Adds a process. Resolves when the balancer sends requests to it. */
  async add(portal: PortalProcess): Promise<void> {
    const backend: Backend = { portal, agent: new Agent({ keepAlive: true }), ready: false };
    this.#backends.set(portal, backend);
    void this.#poll(backend);
    while (!backend.ready) await pause(pollInterval / 4);
  }

  /** Removes a process that has ended. */
  remove(portal: PortalProcess): void {
    this.#backends.get(portal)?.agent.destroy();
    this.#backends.delete(portal);
  }

  /** @returns the status. @throws when no process is ready, or the connection breaks. */
  async send({ method = "GET", path, headers = {}, body }: Sent): Promise<number> {
    const ready = [...this.#backends.values()].filter((backend) => backend.ready);
    this.#next += 1;
    const backend = ready[this.#next % ready.length];
    if (!backend) throw new Error("no process is ready");
    this.requests += 1;
    const { agent, portal } = backend;
    const sent = request({ agent, host: "127.0.0.1", port: portal.port, method, path, headers });
    sent.end(body);
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    if (!sent.reusedSocket) this.connections += 1;
    await text(answer);
    return answer.statusCode ?? 0;
  }

  async #poll(backend: Backend): Promise<void> {
    while (this.#backends.has(backend.portal)) {
      backend.ready = await fetch(`${backend.portal.base}/api/health/ready`).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.status === 200;
        },
        () => false,
      );
      await pause(pollInterval);
    }
  }
}
