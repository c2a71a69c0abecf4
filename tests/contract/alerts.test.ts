import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startCounters } from "#server/counters-at-zero.ts";
import { observeDatabase } from "#server/database-metrics.ts";
import { observeFiles } from "#server/file-store-metrics.ts";
import { createMetrics } from "#server/metrics.ts";
import type { Services } from "#server/services.ts";
import { readDashboard } from "#tests/alerts/dashboard.ts";
import { faults } from "#tests/alerts/faults.ts";
import { metricsIn, readRules } from "#tests/alerts/rules.ts";

const root = join(import.meta.dirname, "../..");
const textOf = (file: string) => readFileSync(join(root, file), "utf8");
const rules = readRules();
const alerts = rules.map(({ alert }) => alert);
const groups = [...new Set(rules.map(({ group }) => group))];

/** The metrics of a process with every optional feature. Their values are never read. */
function allMetrics() {
  const metrics = createMetrics();
  startCounters(metrics);
  const services = {
    ...{ metrics, files: {}, log: {} },
    db: { replica: {}, pools: () => [] },
    jobs: { pools: () => [] },
  } as unknown as Services;
  observeDatabase(services, {} as never);
  observeFiles(services, "/", metrics.registry);
  return metrics;
}
const names = new Set(
  allMetrics()
    .registry.getMetricsAsArray()
    .map(({ name }) => name),
);
const unknownIn = (expr: string) =>
  metricsIn(expr).filter(
    (name) => !names.has(name) && !names.has(name.replace(/_(bucket|count|sum)$/, "")),
  );

describe("deploy/alerts.yml", () => {
  test("has alerts, each with a severity, a summary and a description", () => {
    expect(alerts.length).toBeGreaterThan(14);
    expect(new Set(alerts).size).toBe(alerts.length);
    for (const { alert, severity, summary, description } of rules) {
      expect([alert, ["critical", "warning"].includes(severity)]).toEqual([alert, true]);
      expect([alert, summary.length > 10, description.length > 10]).toEqual([alert, true, true]);
    }
  });

  test('uses only metrics that the portal has, and selects the job "portal"', () => {
    for (const { alert, expr } of rules) {
      expect([alert, unknownIn(expr)]).toEqual([alert, []]);
      const selectors = expr.match(/\{[^}]*\}/g) ?? [];
      expect([alert, selectors.filter((one) => !one.startsWith('{job="portal"'))]).toEqual([
        alert,
        [],
      ]);
    }
  });

  test("has a row in docs/operations.md for each alert, and no row without one", () => {
    const [, section = ""] = textOf("docs/operations.md").split(
      "\n## What to do when an alert rings\n",
    );
    const rows = [...(section.split("\n## ")[0] ?? "").matchAll(/^\| `(\w+)` \|/gm)];
    expect(rows.map(([, name]) => name)).toEqual(alerts);
  });

  test("has a fault in tests/alerts/faults.ts for each alert, and no fault without one", () => {
    expect([...new Set(faults.map(({ alert }) => alert))].sort()).toEqual([...alerts].sort());
    const companions = faults.flatMap((fault) => fault.companions ?? []);
    expect(companions.filter((name) => !alerts.includes(name))).toEqual([]);
  });
});

test("a metric's name is found in an expression", () => {
  expect(
    metricsIn(
      'max by (queue) (queue_oldest_seconds{job="portal",queue!="a_b"}) > 9 and on () letters{}',
    ),
  ).toEqual(["queue_oldest_seconds", "letters"]);
  expect(unknownIn('rate(no_such_total{job="portal"}[5m])')).toEqual(["no_such_total"]);
});

test("every counter begins at zero, because its first value counts as no increase", async () => {
  const { answers, jobs, letters, ingested, deliveries, notifications } = allMetrics();
  for (const counter of [answers, jobs, letters, ingested, deliveries, notifications]) {
    const { values } = await counter.get();
    expect(values.length).toBeGreaterThan(1);
    expect(values.filter(({ value }) => value !== 0)).toEqual([]);
  }
});

describe("deploy/dashboard.json", () => {
  const dashboard = readDashboard();
  const { panels } = dashboard;
  const figures = panels.filter(({ type }) => type !== "row");

  test("can be provisioned in any Grafana with a Prometheus", () => {
    expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(39);
    expect(dashboard.uid).toBe("psychic-portal");
    const [source] = dashboard.templating.list;
    expect(source).toMatchObject({ name: "datasource", type: "datasource", query: "prometheus" });
    for (const { title, datasource } of figures) {
      expect([title, datasource?.uid]).toEqual([title, "$" + "{datasource}"]);
    }
  });

  test("has a row with the alerts themselves, then one for each group of alerts", () => {
    const rows = panels.filter(({ type }) => type === "row").map(({ title }) => title);
    expect(rows).toEqual(["Alerts", ...groups]);
  });

  test("shows metrics that the portal has, with a unit and a legend, for any process", () => {
    expect(figures.length).toBeGreaterThan(20);
    for (const { title, fieldConfig, targets = [] } of figures) {
      expect([title, fieldConfig?.defaults.unit]).toEqual([title, expect.stringMatching(/\w/)]);
      expect([title, targets.length]).not.toEqual([title, 0]);
      for (const { expr, legendFormat } of targets) {
        expect([title, unknownIn(expr)]).toEqual([title, []]);
        expect([title, legendFormat]).not.toEqual([title, ""]);
        const isAny = expr.includes("ALERTS") || expr.includes('instance=~"$instance"');
        expect([title, isAny, expr.includes('instance="')]).toEqual([title, true, false]);
      }
    }
  });

  test("has no panel over another", () => {
    const overlaps = figures.flatMap((one, place) =>
      figures.slice(place + 1).filter(({ gridPos: other }) => {
        const { x, y, w, h } = one.gridPos;
        return x < other.x + other.w && other.x < x + w && y < other.y + other.h && other.y < y + h;
      }),
    );
    expect(overlaps).toEqual([]);
  });
});

test("deploy/prometheus.yml reads the port of deploy/env.example, under the job that the rules name", () => {
  const config = textOf("deploy/prometheus.yml");
  const [, port] = /^METRICS_PORT=(\d+)$/m.exec(textOf("deploy/env.example")) ?? [];
  expect(config).toMatch(/^ {2}- job_name: portal$/m);
  expect(config).toMatch(new RegExp(`^ {8}port: ${port}$`, "m"));
  expect(config).toMatch(/^rule_files:\n {2}- alerts\.yml$/m);
});
