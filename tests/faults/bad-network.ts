import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";

const worker = "/service-worker.js";

/** A network between browsers and the portal. Tests can make its writes slow or make them fail. */
export class BadNetwork {
  /** The shares of writes (0 to 1) that fail before the portal gets them, or after its answer. */
  cutBefore = 0;
  cutAfter = 0;
  /** The extra time of every write (ms). */
  delay = 0;
  /** The version of the service worker that this network serves. */
  version = 1;
  /** How many writes failed. */
  cut = 0;
  #hasStruck = false;
  readonly #server: Server;
  readonly #chance: () => number;
  readonly #target: () => number;

  /** @param target the port of the portal. */
  constructor(chance: () => number, target: () => number) {
    this.#chance = chance;
    this.#target = target;
    this.#server = createServer((req, res) => {
      this.#answer(req, res).catch(() => res.destroy());
    });
  }

  async open(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Ends all failures. */
  mend(): void {
    Object.assign(this, { cutBefore: 0, cutAfter: 0, delay: 0 });
    this.#hasStruck = false;
  }

  /** Whether this write fails: with this probability, but always for the first one. */
  #strikes(share: number): boolean {
    if (share === 0 || (this.#hasStruck && this.#chance() >= share)) return false;
    this.#hasStruck = true;
    this.cut += 1;
    return true;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    // A sign-in is not an edit.
    const isEdit = req.method !== "GET" && !req.url?.startsWith("/api/sessions");
    if (isEdit && this.delay > 0) await pause(this.delay);
    if (isEdit && this.#strikes(this.cutBefore)) {
      res.destroy();
      return;
    }
    const answer = await this.#pass(req);
    const body = await buffer(answer);
    if (isEdit && this.#strikes(this.cutAfter)) {
      res.destroy();
      return;
    }
    const isWorker = req.url === worker && answer.statusCode === 200;
    const content = isWorker ? Buffer.concat([body, Buffer.from(`\n// ${this.version}`)]) : body;
    const { "transfer-encoding": _, ...headers } = answer.headers;
    res.writeHead(answer.statusCode ?? 502, {
      ...headers,
      ...(content.length > 0 && { "content-length": String(content.length) }),
    });
    res.end(content);
  }

  async #pass(req: IncomingMessage): Promise<IncomingMessage> {
    const { connection: _, "accept-encoding": __, ...headers } = req.headers;
    if (req.url === worker) {
      // Always get the whole worker, because this network changes its version.
      delete headers["if-none-match"];
      delete headers["if-modified-since"];
    }
    const sent = request({
      host: "127.0.0.1",
      port: this.#target(),
      method: req.method,
      path: req.url,
      headers: { ...headers, "x-forwarded-for": "127.0.0.1" },
      agent: false,
    });
    req.pipe(sent);
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    return answer;
  }
}
