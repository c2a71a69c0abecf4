import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** A TCP proxy in front of database servers, as an operator has one for failovers. */
export class DatabaseProxy {
  #target: number;
  readonly #server: Server;
  readonly #pairs = new Set<[Socket, Socket]>();

  /** @param port where connections go, on this machine. */
  constructor(port: number) {
    this.#target = port;
    this.#server = createServer((inner) => {
      const outer = connect({ port: this.#target, host: "127.0.0.1", noDelay: true });
      inner.setNoDelay(true);
      const pair: [Socket, Socket] = [inner, outer];
      this.#pairs.add(pair);
      for (const [one, other] of [pair, [outer, inner] as const]) {
        one.on("error", () => {});
        one.on("close", () => {
          this.#pairs.delete(pair);
          other.destroy();
        });
        one.pipe(other);
      }
    });
  }

  /** @returns the port. */
  async open(): Promise<number> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return (this.#server.address() as AddressInfo).port;
  }

  /** New connections go to another server; the present ones stay. */
  switchTo(port: number): void {
    this.#target = port;
  }

  cut(): void {
    for (const [inner] of this.#pairs) inner.destroy();
  }

  /** The present connections stay open but carry no data any more, as when a machine vanishes. */
  silence(): void {
    for (const [inner, outer] of this.#pairs) {
      inner.unpipe(outer).resume();
      outer.unpipe(inner).resume();
    }
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}
