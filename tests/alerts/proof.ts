import { setTimeout as pause } from "node:timers/promises";
import { patient } from "../support/patience.ts";
import type { Fault } from "./faults.ts";
import type { Load } from "./load.ts";
import type { Labels, Prometheus } from "./prometheus.ts";
import type { Stage } from "./stage.ts";

/** Seconds from a fault to its alert. We promise this, so TEST_PATIENCE does not change it. */
const ringsWithin = 120;
/**
 * Seconds from the end of a fault to that of its alert. Some rules look back for hours, but under
 * this load their other conditions end the alert within ten minutes.
 */
const endsWithin = patient(700);
/** How often to look at the alerts (ms). */
const lookedEvery = 1_000;

interface Shown {
  fault: Fault;
  rang?: number;
  resolved?: number;
}

/** Causes faults, and compares the alerts with what is expected. */
export class Proof {
  readonly #run: {
    stage: Stage;
    load: Load;
    prometheus: Prometheus;
    note: (what: string) => void;
  };
  readonly #shown: Shown[] = [];
  /** The names of the alerts that the faults of this group may cause. */
  readonly #expected = new Set<string>();
  readonly #problems: string[] = [];
  #firing: Labels[] = [];
  readonly #looking: Promise<void>;
  #isOn = true;

  constructor(run: { stage: Stage; load: Load; prometheus: Prometheus; note(what: string): void }) {
    this.#run = run;
    this.#looking = this.#look();
  }

  /**
   * Causes all faults of a group, undoes each when its alert has rung, and waits until all alerts
   * have ended: one that still rings would prove nothing about the next fault.
   */
  async cause(group: readonly Fault[]): Promise<void> {
    for (const { alert, companions = [] } of group) {
      for (const name of [alert, ...companions]) this.#expected.add(name);
    }
    await Promise.all(
      group.map((fault) =>
        this.#prove(fault).catch((error: Error) => {
          this.#problems.push(`${fault.name}: ${error.stack}`);
        }),
      ),
    );
    if (!(await this.#until(() => this.#firing.length === 0, endsWithin))) {
      this.#problems.push(`Still ringing after its group: ${names(this.#firing).join(", ")}`);
    }
    this.#expected.clear();
  }

  /** @returns what is wrong. */
  async end(): Promise<string[]> {
    this.#isOn = false;
    await this.#looking;
    return this.#problems;
  }

  /** The lines of the table: fault, alert, seconds until it rang and until it ended. */
  table(): string[] {
    if (this.#shown.length === 0) return [];
    const row = (...cells: string[]) =>
      cells
        .map((cell, place) => (place < 2 ? cell.padEnd(48 - 28 * place) : cell.padStart(10)))
        .join("");
    const figure = (value: number | undefined) => value?.toFixed(0) ?? "never";
    return [
      "",
      row("Fault", "Alert", "rang (s)", "ended (s)"),
      ...this.#shown.map(({ fault, rang, resolved }) =>
        row(fault.name, fault.alert, figure(rang), figure(resolved)),
      ),
      "",
    ];
  }

  async #prove(fault: Fault): Promise<void> {
    const { stage, load, note } = this.#run;
    const shown: Shown = { fault };
    this.#shown.push(shown);
    const isRinging = () => this.#firing.some((labels) => isOf(fault, labels));
    if (isRinging()) {
      this.#problems.push(`${fault.alert} rang before its fault: ${fault.name}`);
      return;
    }
    const began = performance.now();
    const undo = await fault.cause(stage, load).catch((error: Error) => {
      this.#problems.push(`Not caused: ${fault.name}: ${error.message}`);
      return null;
    });
    if (!undo) return;
    if (await this.#until(isRinging, ringsWithin - secondsSince(began))) {
      shown.rang = secondsSince(began);
      note(`${fault.name}: ${fault.alert} after ${shown.rang.toFixed(0)} s`);
    } else {
      this.#problems.push(`${fault.alert} did not ring within ${ringsWithin} s: ${fault.name}`);
    }
    await undo();
    await this.#untilEnded(shown);
  }

  async #untilEnded(shown: Shown): Promise<void> {
    const { fault } = shown;
    const undone = performance.now();
    const hasEnded = () => !this.#firing.some((labels) => isOf(fault, labels));
    if (await this.#until(hasEnded, endsWithin)) shown.resolved = secondsSince(undone);
    else this.#problems.push(`${fault.alert} did not end within ${endsWithin} s: ${fault.name}`);
  }

  async #look(): Promise<void> {
    while (this.#isOn) {
      try {
        this.#firing = await this.#run.prometheus.firing();
      } catch (error) {
        this.#noteOnce(`Prometheus does not say what fires: ${error}`);
      }
      for (const name of names(this.#firing)) {
        if (this.#expected.has(name)) continue;
        this.#noteOnce(`${name} rang although no fault of this group causes it`);
      }
      await pause(lookedEvery);
    }
  }

  #noteOnce(problem: string): void {
    if (!this.#problems.includes(problem)) this.#problems.push(problem);
  }

  /** @returns whether the condition became true in time. */
  async #until(isTrue: () => boolean, seconds: number): Promise<boolean> {
    const deadline = performance.now() + seconds * 1000;
    while (!isTrue()) {
      if (performance.now() > deadline) return false;
      await pause(200);
    }
    return true;
  }
}

const isOf = ({ alert, labels = {} }: Fault, firing: Labels) =>
  firing.alertname === alert &&
  Object.entries(labels).every(([name, value]) => firing[name] === value);
const names = (firing: readonly Labels[]) => [
  ...new Set(firing.flatMap(({ alertname }) => alertname ?? [])),
];
const secondsSince = (began: number) => (performance.now() - began) / 1000;
