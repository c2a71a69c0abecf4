import { readFileSync } from "node:fs";
import { join } from "node:path";

export const rulesFile = join(import.meta.dirname, "../../deploy/alerts.yml");

/** An alert of deploy/alerts.yml. */
export interface Rule {
  group: string;
  alert: string;
  expr: string;
  severity: string;
  summary: string;
  description: string;
}

/** The lines that the file may have. Because their form is fixed, we need no YAML parser. */
const lines = {
  group: /^ {2}- name: (\w+)$/,
  alert: /^ {6}- alert: (\w+)$/,
  expr: /^ {10}( *\S.*)$/,
  field: /^ {10}(severity|summary|description): (.+)$/,
  others:
    /^$|^ *#|^groups:$|^ {4}rules:$|^ {8}expr: \|$|^ {8}for: \d+[sm]$|^ {8}(labels|annotations):$/,
};

/**
 * Reads the alerts. `npm run test:alerts` compares them with what Prometheus reads.
 * @throws Error if a line has another form.
 */
export function readRules(): Rule[] {
  const rules: Rule[] = [];
  let group = "";
  for (const line of readFileSync(rulesFile, "utf8").split("\n")) {
    const [, newGroup] = lines.group.exec(line) ?? [];
    const [, alert] = lines.alert.exec(line) ?? [];
    const [, field, value = ""] = lines.field.exec(line) ?? [];
    const [, part] = lines.expr.exec(line) ?? [];
    const rule = rules.at(-1);
    if (newGroup) group = newGroup;
    else if (alert)
      rules.push({ group, alert, expr: "", severity: "", summary: "", description: "" });
    else if (lines.others.test(line)) continue;
    else if (rule && field) Object.assign(rule, { [field]: value.replace(/^"(.*)"$/, "$1") });
    else if (rule && part && !rule.severity) rule.expr += `${rule.expr && "\n"}${part}`;
    else throw new Error(`deploy/alerts.yml has a line of another form: ${line}`);
  }
  return rules;
}

/** The names of the metrics in an expression, without those that Prometheus makes itself. */
export function metricsIn(expr: string): string[] {
  const plain = expr.replaceAll(/"[^"]*"/g, "").replaceAll(/\{[^}]*\}|\b(by|on) \([^)]*\)/g, "{}");
  const names = plain.match(/\b[a-z][a-z0-9]*(_[a-z0-9]+)*\b(?!\s*\()/g) ?? [];
  return [...new Set(names)].filter((name) => name.includes("_") || name === "letters");
}
