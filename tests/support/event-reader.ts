import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";

export interface StreamedEvent {
  name: string;
  id: string;
  data: unknown;
}

/** A browser's EventSource, for one connection: it does not come back by itself. */
export class EventReader {
  readonly status: number;
  readonly #response: IncomingMessage;
  readonly #events: StreamedEvent[] = [];
  readonly #waiting = new Set<() => void>();
  #text = "";
  #isEnded = false;

  static async open(url: string, cookie: string, lastId?: string): Promise<EventReader> {
    const headers = {
      Accept: "text/event-stream",
      Cookie: cookie,
      ...(lastId && { "Last-Event-ID": lastId }),
    };
    const request = get(url, { headers, agent: false });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    return new EventReader(response);
  }

  private constructor(response: IncomingMessage) {
    this.status = response.statusCode ?? 0;
    this.#response = response;
    response.setEncoding("utf8");
    response.on("data", (text: string) => this.#take(text));
    response.on("error", () => {});
    response.on("close", () => {
      this.#isEnded = true;
      this.#wake();
    });
  }

  get headers() {
    return this.#response.headers;
  }

  #take(text: string): void {
    const blocks = (this.#text + text).split("\n\n");
    this.#text = blocks.pop() ?? "";
    for (const block of blocks) {
      const field = (name: string) =>
        block
          .split("\n")
          .find((line) => line.startsWith(`${name}: `))
          ?.slice(name.length + 2) ?? "";
      if (!field("event")) continue;
      this.#events.push({ name: field("event"), id: field("id"), data: JSON.parse(field("data")) });
    }
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  /** The next event of this name. @throws Error if the stream ends before. */
  async next(name: string): Promise<StreamedEvent> {
    for (;;) {
      const place = this.#events.findIndex((event) => event.name === name);
      const [event] = place < 0 ? [] : this.#events.splice(0, place + 1).slice(-1);
      if (event) return event;
      if (this.#isEnded) throw new Error(`The stream ended before the event ${name}`);
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** Resolves when the server ends the stream. */
  async end(): Promise<void> {
    while (!this.#isEnded) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  close(): void {
    this.#response.destroy();
  }
}
