import { quietUntil } from "#shared/rules/quiet-hours.ts";
import type { Waiting } from "./due-notifications.ts";

/** News of a call that begins so soon is told in quiet hours too (D42), in milliseconds. */
const near = 12 * 3_600_000;

/** Void: it is told to nobody any more. A date: it waits until then. */
export type Judgement = "tell" | "void" | Date;

/** Whether something is still true and wanted, and whether now is the time. */
export function judge(waiting: Waiting, now: Date): Judgement {
  const { kind, settings, user, expires_at, call_at } = waiting;
  if (Date.parse(expires_at) <= now.getTime()) return "void";
  if (kind === "test") return "tell";
  if (!user.mayEnter || !settings.kinds[kind] || !isTrue(waiting)) return "void";
  if (kind === "soon" || kind === "due") return "tell";
  const isNear = call_at !== null && Date.parse(call_at) - now.getTime() <= near;
  return (!isNear && quietUntil(now, settings)) || "tell";
}

/** Whether it has become too late for what was tried, and neither a device nor a letter was reached. */
export function isLost({ attempts, pushed, expires_at }: Waiting, now: Date): boolean {
  return attempts > 1 && !pushed && Date.parse(expires_at) <= now.getTime();
}

/** A call may have been moved, cancelled or given to another psychic since. */
function isTrue({ kind, user_id, call, call_at }: Waiting): boolean {
  if (kind === "decided") return true;
  const isTheirs =
    call !== null &&
    call.psychic_id === user_id &&
    (call.status === "booked" || call.status === "changed");
  if (kind === "cancelled") return !isTheirs;
  return isTheirs && Date.parse(call.at) === Date.parse(call_at ?? "");
}
