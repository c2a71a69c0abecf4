import { parseArgs } from "node:util";
import { findUserId, listTrail, type TrailRow } from "../features/audit/audit-trail.ts";
import { StartError } from "../start-error.ts";
import { openDatabaseForCommand, runCommand } from "./database.ts";

const usage =
  "Usage: npm run audit -- [--user=NAME|ID] [--action=ACTION] [--since=2026-01-31|7d|12h] [--limit=N]";

const units = { d: 86_400_000, h: 3_600_000 };

/** A day or an instant in UTC, or a time before now in days or hours. */
function readSince(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const [, count, unit] = /^(\d{1,5})([dh])$/.exec(text) ?? [];
  const since = unit
    ? new Date(Date.now() - Number(count) * units[unit as "d" | "h"])
    : new Date(text);
  if (Number.isNaN(since.getTime())) throw new Error("no time");
  return since;
}

/** @throws StartError with the usage. */
function readOrder(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        user: { type: "string" },
        action: { type: "string" },
        since: { type: "string" },
        limit: { type: "string", default: "100" },
      },
    });
    if (!/^[1-9]\d{0,5}$/.test(values.limit)) throw new Error("not a number");
    return { ...values, since: readSince(values.since), limit: Number(values.limit) };
  } catch {
    throw new StartError(usage);
  }
}

function lineOf(row: TrailRow) {
  const { at, action, address, browser, detail, times } = row;
  const actor = row.actor ?? row.actor_id;
  const subject = row.subject ?? row.subject_id;
  const more = JSON.stringify(detail);
  return [
    new Date(at).toISOString(),
    actor ?? "-",
    times > 1 ? `${action} (${times} times in that hour)` : action,
    subject ?? "-",
    address ?? "-",
    browser ?? "-",
    ...(more === "{}" ? [] : [more]),
  ].join("  ");
}

/** Lists the audit trail, newest first: when, who, what, about whom, from where. */
await runCommand(async () => {
  const { user, action, since, limit } = readOrder(process.argv.slice(2));
  const { db, close } = await openDatabaseForCommand();
  try {
    const id = user === undefined ? undefined : await findUserId(db.sql, user);
    if (user !== undefined && id === undefined) throw new StartError("No user has this username");
    const person = id === undefined ? undefined : ({ id, as: "either" } as const);
    const actions = action === undefined ? undefined : [action];
    const lines = await listTrail(db.sql, { person, actions, since, limit });
    for (const line of lines) console.log(lineOf(line));
    console.log(`${lines.length} lines`);
  } finally {
    await close();
  }
});
