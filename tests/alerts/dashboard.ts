import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Prometheus } from "./prometheus.ts";

/** A panel of deploy/dashboard.json, or a row of panels. */
export interface Panel {
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  datasource?: { uid: string };
  fieldConfig?: { defaults: { unit?: string } };
  targets?: { expr: string; legendFormat: string }[];
}

interface Dashboard {
  uid: string;
  schemaVersion: number;
  templating: { list: { name: string; type: string; query: unknown }[] };
  panels: Panel[];
}

export const readDashboard = (): Dashboard =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../../deploy/dashboard.json"), "utf8"));

/** These panels are rightly empty while no alert rings and no work waits. */
const mayBeEmpty = (expr: string) => expr.startsWith("max by (alertname") || expr.endsWith("> 0");

/** Asks Prometheus for what each panel shows. @returns the panels that would be empty or wrong. */
export async function emptyPanels(prometheus: Prometheus): Promise<string[]> {
  const problems: string[] = [];
  for (const { title, targets = [] } of readDashboard().panels) {
    for (const { expr } of targets) {
      const asked = expr.replaceAll("$__rate_interval", "1m").replaceAll("$instance", ".*");
      const found = await prometheus.series(asked).catch((error: Error) => error);
      if (found instanceof Error) problems.push(`The panel ${title}: ${found.message}`);
      else if (found === 0 && !mayBeEmpty(expr)) problems.push(`The panel ${title} is empty`);
    }
  }
  return problems;
}
