import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { PrometheusPrograms } from "#scripts/prometheus.ts";
import { freePort } from "#server/db/embedded/free-port.ts";
import { patient } from "../support/patience.ts";
import { rulesFile } from "./rules.ts";

/** Seconds between scrapes, and between evaluations of the rules. */
export const scrapedEvery = 5;
/** Milliseconds for Prometheus to start. */
const startsWithin = patient(30_000);

/** A firing alert's labels, `alertname` among them. */
export type Labels = Record<string, string>;

/** What Prometheus says about a rule. */
interface LoadedRule {
  name: string;
  query: string;
  health: string;
  lastError?: string;
}

export interface Prometheus {
  /** The alerts that fire now. */
  firing(): Promise<Labels[]>;
  /** The names of alerts that fired within the last seconds, also if they no longer do. */
  firedWithin(seconds: number): Promise<string[]>;
  rules(): Promise<LoadedRule[]>;
  /** The value of an expression that has one. */
  value(expr: string): Promise<number>;
  /** How many series an expression has. */
  series(expr: string): Promise<number>;
  stop(): Promise<void>;
}

/** @throws Error with the output of promtool if it finds a mistake. */
export async function checkFiles({ promtool }: PrometheusPrograms): Promise<void> {
  const here = (name: string) => join(import.meta.dirname, name);
  for (const args of [
    ["check", "config", here("../../deploy/prometheus.yml")],
    ["test", "rules", ...["rule-cases.yml", "rule-cases-hours.yml"].map(here)],
  ]) {
    await promisify(execFile)(promtool, args).catch((error) => {
      throw new Error(`promtool ${args.join(" ")}: ${error.stdout}${error.stderr}`);
    });
  }
}

/**
 * Starts Prometheus with the shipped rules.
 * @param targets the address of each process's metrics, by the name that alerts get as `instance`.
 */
export async function startPrometheus(
  { prometheus }: PrometheusPrograms,
  folder: string,
  targets: Record<string, string>,
): Promise<Prometheus> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const config = {
    global: { scrape_interval: `${scrapedEvery}s`, evaluation_interval: `${scrapedEvery}s` },
    rule_files: [rulesFile],
    scrape_configs: [
      {
        job_name: "portal",
        scrape_timeout: `${scrapedEvery}s`,
        static_configs: Object.entries(targets).map(([instance, target]) => ({
          targets: [target],
          labels: { instance },
        })),
      },
    ],
  };
  await mkdir(folder, { recursive: true });
  // JSON is YAML, too.
  await writeFile(join(folder, "prometheus.yml"), JSON.stringify(config));
  const child = spawn(
    prometheus,
    [
      `--config.file=${join(folder, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
      "--log.level=error",
    ],
    { stdio: ["ignore", "inherit", "inherit"] },
  );
  const ended = once(child, "exit");
  const ask = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`${base}/api/v1/${path}`, { signal: AbortSignal.timeout(30_000) });
    if (!answer.ok) throw new Error(`Prometheus: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: T }).data;
  };
  const query = (expr: string) =>
    ask<{ result: { metric: Labels; value: [number, string] }[] }>(
      `query?query=${encodeURIComponent(expr)}`,
    );
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  const deadline = performance.now() + startsWithin;
  while (!(await fetch(`${base}/-/ready`).catch(() => null))?.ok) {
    if (performance.now() > deadline) {
      await stop();
      throw new Error("Prometheus did not start");
    }
    await pause(100);
  }
  return {
    async firing() {
      const { alerts } = await ask<{ alerts: { state: string; labels: Labels }[] }>("alerts");
      return alerts.flatMap(({ state, labels }) => (state === "firing" ? [labels] : []));
    },
    async firedWithin(seconds) {
      const window = Math.ceil(seconds);
      const { result } = await query(
        `count by (alertname) (count_over_time(ALERTS{alertstate="firing"}[${window}s]))`,
      );
      return result.flatMap(({ metric }) => metric.alertname ?? []);
    },
    async rules() {
      const { groups } = await ask<{ groups: { rules: LoadedRule[] }[] }>("rules");
      return groups.flatMap(({ rules }) => rules);
    },
    async value(expr) {
      const { result } = await query(expr);
      return Number(result[0]?.value[1]);
    },
    async series(expr) {
      return (await query(expr)).result.length;
    },
    stop,
  };
}
