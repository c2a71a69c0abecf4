import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** The browser reaches the portal through this gate. While it is shut, the network seems down. */
export class Gate {
  isShut = false;
  readonly #open = new Set<Socket>();
  readonly #server: Server;

  constructor(target: number) {
    this.#server = createServer((near) => {
      if (this.isShut) return near.destroy();
      const far = connect(target, "127.0.0.1");
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#open.add(one);
        one.on("error", () => other.destroy());
        one.on("close", () => {
          this.#open.delete(one);
          other.destroy();
        });
        one.pipe(other);
      }
    });
  }

  async listen(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  shut(): void {
    this.isShut = true;
    for (const socket of this.#open) socket.destroy();
  }

  open(): void {
    this.isShut = false;
  }

  close(): void {
    this.shut();
    this.#server.close();
  }
}
