import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type SentReading, sentReading } from "#seeds/builders/reading.ts";
import { signatureHeaders } from "../support/platform-events.ts";
import { Page, type PortalProcess, productionSecrets } from "../support/portal-process.ts";
import type { Person, Stage } from "./stage.ts";

/**
 * Milliseconds between two polls of a psychic, rounds of a manager, events to a process, repeats of
 * a failed request, and probes after the switch.
 */
const pauses = { advisor: 5_000, manager: 500, platform: 100, retry: 250, probe: 100 };

export interface Failure {
  at: number;
  what: string;
  /** The 503 with Retry-After that a portal without its database gives. */
  isUnavailable: boolean;
}

type Answer = Awaited<ReturnType<Page["send"]>>;

/**
 * Readings that the platform got an acknowledgement for, and texts of saves that a manager saw
 * succeed.
 */
export interface Acknowledged {
  readings: Map<string, { reading: SentReading; at: number }>;
  saves: Map<string, { at: number }>;
}

/** The requests of psychics, managers and the platform, with their answers. */
export class Load {
  readonly acknowledged: Acknowledged = { readings: new Map(), saves: new Map() };
  readonly failures: Failure[] = [];
  /** Requests that were sent again, under the same id or key. */
  repeats = 0;
  /** The slowest answer in milliseconds. */
  slowest = 0;
  readonly #stage: Stage;
  readonly #chance: () => number;
  readonly #counts = { polls: 0, lists: 0, saves: 0, events: 0 };
  #running: Promise<void>[] = [];
  #isOn = true;

  constructor(stage: Stage, chance: () => number) {
    this.#stage = stage;
    this.#chance = chance;
  }

  counts() {
    return { ...this.#counts };
  }

  /** How many writes were acknowledged in the second before `end`. */
  justBefore(end: number): number {
    const all = [...this.acknowledged.readings.values(), ...this.acknowledged.saves.values()];
    return all.filter(({ at }) => at > end - 1000 && at <= end).length;
  }

  start(): void {
    const { advisors, managers, processes } = this.#stage;
    this.#running = [
      ...advisors.map((advisor) => this.#poll(advisor)),
      ...managers.map((manager) => this.#manage(manager)),
      ...processes.map((process) => this.#ingest(process)),
    ];
  }

  /** Resolves when every client has the answer that it was waiting for. */
  async stop(): Promise<void> {
    this.#isOn = false;
    await Promise.all(this.#running);
  }

  /** When a process first answers a read and a write that were sent after the switch. */
  async untilServed(process: PortalProcess, switched: number): Promise<number> {
    const manager = this.#stage.managers.find(({ page }) => page.isAt(process.base));
    if (!manager) throw new Error("Every process has a manager");
    for (;;) {
      const sent = performance.now();
      const list = await manager.page.get("/api/psychics?limit=20").catch(() => null);
      const save = await this.#report(manager, randomUUID(), randomUUID()).catch(() => null);
      if (sent > switched && list?.status === 200 && save?.status === 204) return performance.now();
      await pause(pauses.probe);
    }
  }

  async #poll({ id, page }: Person): Promise<void> {
    await pause(this.#chance() * pauses.advisor);
    while (this.#isOn) {
      const answer = await this.#ask("poll", () => page.get(`/api/psychics/${id}/status`));
      if (answer === "done") this.#counts.polls += 1;
      await pause(pauses.advisor);
    }
  }

  async #manage(manager: Person): Promise<void> {
    const { advisors } = this.#stage;
    while (this.#isOn) {
      const psychic = advisors[Math.floor(this.#chance() * advisors.length)];
      const lists = ["/api/psychics?limit=100", `/api/psychics/${psychic?.id}/readings`];
      for (const path of lists) {
        const answer = await this.#ask(path, () => manager.page.get(path));
        if (answer === "done") this.#counts.lists += 1;
      }
      const [details, key] = [`Save ${randomUUID()}`, randomUUID()];
      // As the browser does: the same save under the same key, until an answer says that it is
      // stored.
      if (!(await this.#untilAnswered("save", () => this.#report(manager, details, key)))) return;
      this.acknowledged.saves.set(details, { at: performance.now() });
      this.#counts.saves += 1;
      await pause(pauses.manager * (0.5 + this.#chance()));
    }
  }

  async #ingest(process: PortalProcess): Promise<void> {
    const page = new Page(process.base);
    const { advisors } = this.#stage;
    while (this.#isOn) {
      const count = this.#chance() < 0.8 ? 1 : 20;
      const readings = Array.from({ length: count }, () =>
        sentReading({
          connection_id: randomUUID(),
          user_id: advisors[Math.floor(this.#chance() * advisors.length)]?.id ?? 0,
          customer_id: 1 + Math.floor(this.#chance() * 500),
          minutes: Math.floor(this.#chance() * 60),
        }),
      );
      const body = {
        type: "readings.recorded",
        timestamp: new Date().toISOString(),
        data: { readings },
      };
      const id = randomUUID();
      const isStored = await this.#untilAnswered("event", () => {
        const signature = signatureHeaders(productionSecrets.INGEST_SECRET, JSON.stringify(body), {
          id,
        });
        return page.send("POST", "/api/ingest/events", body, signature);
      });
      if (!isStored) return;
      const at = performance.now();
      for (const reading of readings) {
        this.acknowledged.readings.set(reading.connection_id, { reading, at });
      }
      this.#counts.events += 1;
      await pause(pauses.platform);
    }
  }

  #report({ id, page }: Person, details: string, key: string): Promise<Answer> {
    return page.send(
      "POST",
      `/api/psychics/${id}/problem`,
      { details },
      { "Idempotency-Key": key },
    );
  }

  /** @returns false if the request is refused, which `failures` shows. */
  async #untilAnswered(what: string, send: () => Promise<Answer>): Promise<boolean> {
    for (;;) {
      const answer = await this.#ask(what, send);
      if (answer !== "failed") return answer === "done";
      this.repeats += 1;
      await pause(pauses.retry);
    }
  }

  /**
   * Sends a request once. `failures` gets every outcome but success. A 4xx is not repeated: it
   * would only fail again.
   */
  async #ask(what: string, send: () => Promise<Answer>): Promise<"done" | "refused" | "failed"> {
    const began = performance.now();
    const answer = await send().catch((error: Error) => error);
    const at = performance.now();
    this.slowest = Math.max(this.slowest, at - began);
    if (!(answer instanceof Error) && answer.status < 300) return "done";
    const isUnavailable =
      !(answer instanceof Error) &&
      answer.status === 503 &&
      Number(answer.headers.get("retry-after")) > 0;
    const said =
      answer instanceof Error ? answer.message : `${answer.status} ${answer.text.slice(0, 200)}`;
    this.failures.push({ at, what: `${what}: ${said}`, isUnavailable });
    return !(answer instanceof Error) && answer.status < 500 ? "refused" : "failed";
  }
}
