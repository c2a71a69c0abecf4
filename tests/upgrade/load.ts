import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type SentReading, sentReading } from "#seeds/builders/reading.ts";
import { signatureHeaders } from "../support/platform-events.ts";
import { Page, productionSecrets } from "../support/portal-process.ts";
import { historyId } from "./fill.ts";
import type { Person, Stage } from "./stage.ts";

/** Milliseconds between two polls of a psychic, actions of a manager or events of a sender. */
const pauses = { advisor: 3_000, manager: 400, platform: 60 };
/** How many senders send events. Each sends the events about its own readings in order. */
const senders = 4;
const month = 30 * 86_400_000;

type Answer = Awaited<ReturnType<Page["send"]>>;

/**
 * The acknowledged work: the last state of each reading, texts of saves, ids of events and of
 * log-ons.
 */
export interface Acknowledged {
  readings: Map<string, SentReading>;
  saves: Set<string>;
  events: Set<string>;
  logOns: Set<string>;
}

/** Psychics who poll, managers who read and save, and the platform. */
export class Load {
  readonly acknowledged: Acknowledged = {
    ...{ readings: new Map(), saves: new Set() },
    ...{ events: new Set(), logOns: new Set() },
  };
  readonly failures: string[] = [];
  readonly counts = { polls: 0, lists: 0, saves: 0, fresh: 0, corrected: 0, moved: 0, logOns: 0 };
  /** The slowest answer since the last `takeSlowest`, in milliseconds. */
  slowest = { time: 0, what: "" };
  readonly #stage: Stage;
  readonly #chance: () => number;
  #running: Promise<void>[] = [];
  #isOn = true;

  constructor(stage: Stage, chance: () => number) {
    this.#stage = stage;
    this.#chance = chance;
  }

  start(): void {
    const { advisors, managers } = this.#stage;
    this.#running = [
      ...advisors.map((advisor) => this.#poll(advisor)),
      ...managers.map((manager) => this.#manage(manager)),
      ...Array.from({ length: senders }, (_, sender) => this.#send(sender)),
    ];
  }

  async stop(): Promise<void> {
    this.#isOn = false;
    await Promise.all(this.#running);
  }

  /** Returns the slowest answer so far, and starts a new measurement. */
  takeSlowest(): { time: number; what: string } {
    const { slowest } = this;
    this.slowest = { time: 0, what: "" };
    return slowest;
  }

  #oneOf<T>(all: readonly T[]): T {
    return all[Math.floor(this.#chance() * all.length)] as T;
  }

  async #poll({ id, page }: Person): Promise<void> {
    await pause(this.#chance() * pauses.advisor);
    while (this.#isOn) {
      if (await this.#ask("poll", () => page.get(`/api/psychics/${id}/status`))) {
        this.counts.polls += 1;
      }
      await pause(pauses.advisor);
    }
  }

  async #manage({ id, page }: Person): Promise<void> {
    while (this.#isOn) {
      const psychic = this.#oneOf(this.#stage.advisors);
      for (const list of ["readings?limit=50", "logins?limit=50", "customers?limit=50"]) {
        const path = `/api/psychics/${psychic.id}/${list}`;
        if (await this.#ask(list, () => page.get(path))) this.counts.lists += 1;
      }
      const details = `Save ${randomUUID()}`;
      const key = { "Idempotency-Key": randomUUID() };
      const save = () => page.send("POST", `/api/psychics/${id}/problem`, { details }, key);
      if (await this.#ask("save", save)) {
        this.acknowledged.saves.add(details);
        this.counts.saves += 1;
      }
      await pause(pauses.manager);
    }
  }

  async #send(sender: number): Promise<void> {
    const own: SentReading[] = [];
    while (this.#isOn) {
      const kind = this.#chance();
      if (kind < 0.5) await this.#sendReadings("fresh", this.#fresh(), own);
      else if (kind < 0.75)
        await this.#sendReadings("corrected", this.#corrected(own, sender), own);
      else if (kind < 0.95) await this.#sendReadings("moved", this.#moved(own, sender), own);
      else await this.#logOn();
      await pause(pauses.platform);
    }
  }

  /** The new readings of one event: one or many. */
  #fresh(): SentReading[] {
    return Array.from({ length: this.#chance() < 0.8 ? 1 : 20 }, () =>
      this.#reading({ connection_id: randomUUID() }),
    );
  }

  /** A reading that this sender has sent before, or one of the history. */
  #known(own: SentReading[], sender: number): SentReading {
    if (own.length > 0 && this.#chance() < 0.5) return this.#oneOf(own);
    const turn = Math.floor((this.#chance() * this.#stage.readings) / senders);
    const connection_id = historyId(1 + turn * senders + sender);
    return this.acknowledged.readings.get(connection_id) ?? this.#reading({ connection_id });
  }

  #corrected(own: SentReading[], sender: number): SentReading[] {
    const rating = 1 + Math.floor(this.#chance() * 5);
    return [{ ...this.#known(own, sender), rating, rating_text: `It was a ${rating}` }];
  }

  /** A known reading with another psychic, customer or time, sometimes far before the history. */
  #moved(own: SentReading[], sender: number): SentReading[] {
    const { connection_id, minutes } = this.#known(own, sender);
    const back = this.#chance() < 0.1 ? 200 : this.#chance() * 40;
    const started_at = new Date(Date.now() - 60_000 - back * month).toISOString();
    return [this.#reading({ connection_id, minutes, started_at })];
  }

  #reading(more: Partial<SentReading>): SentReading {
    return sentReading({
      user_id: this.#oneOf(this.#stage.advisors).id,
      customer_id: 1 + Math.floor(this.#chance() * 100),
      minutes: Math.floor(this.#chance() * 60),
      started_at: new Date(Date.now() - 60_000 - this.#chance() * month).toISOString(),
      ...more,
    });
  }

  async #sendReadings(
    kind: "fresh" | "corrected" | "moved",
    readings: SentReading[],
    own: SentReading[],
  ): Promise<void> {
    if (!(await this.#event("readings.recorded", { readings }))) return;
    for (const reading of readings) {
      this.acknowledged.readings.set(reading.connection_id, reading);
      const place = own.findIndex(({ connection_id }) => connection_id === reading.connection_id);
      if (place >= 0) own[place] = reading;
      else if (own.length < 500) own.push(reading);
    }
    this.counts[kind] += readings.length;
  }

  /** A log-on and its log-off, each to any process. */
  async #logOn(): Promise<void> {
    const id = randomUUID();
    const user_id = this.#oneOf(this.#stage.advisors).id;
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const began = await this.#event("login.started", { id, user_id, at: at(60) });
    const ended = await this.#event("login.ended", { id, user_id, at: at(1) });
    if (!began || !ended) return;
    this.acknowledged.logOns.add(id);
    this.counts.logOns += 1;
  }

  async #event(type: string, data: object): Promise<boolean> {
    const id = `msg_${randomUUID()}`;
    const body = { type, timestamp: new Date().toISOString(), data };
    const signature = signatureHeaders(productionSecrets.INGEST_SECRET, JSON.stringify(body), {
      id,
    });
    const base = this.#oneOf(this.#stage.bases());
    const isStored = await this.#ask(type, () =>
      new Page(base, this.#stage.origin).send("POST", "/api/ingest/events", body, signature),
    );
    if (isStored) this.acknowledged.events.add(id);
    return isStored;
  }

  /** Sends a request once. Every other outcome than success is a failure. */
  async #ask(what: string, send: () => Promise<Answer>): Promise<boolean> {
    const began = performance.now();
    const answer = await send().catch((error: Error) => error);
    const time = performance.now() - began;
    if (time > this.slowest.time) this.slowest = { time, what };
    if (!(answer instanceof Error) && answer.status < 300) return true;
    const said =
      answer instanceof Error
        ? `${answer.message} ${answer.cause ?? ""}`
        : `${answer.status} ${answer.text.slice(0, 200)}`;
    this.failures.push(`${what}: ${said}`);
    return false;
  }
}
