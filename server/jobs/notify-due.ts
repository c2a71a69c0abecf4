import type { PushAnswer, PushMessage } from "../adapters/push.ts";
import {
  claimDue,
  type Device,
  noteDevices,
  readWaiting,
  type Settlement,
  settle,
  type Waiting,
} from "../features/notifications/due-notifications.ts";
import { wordsOf } from "../features/notifications/push-text.ts";
import { isLost, judge } from "../features/notifications/send-or-drop.ts";
import type { Services } from "../services.ts";
import { mailNotification } from "./mail-notification.ts";
import { sendEachOnce } from "./send-once.ts";

const second = 1000;
/** A job takes no longer than a stopping process waits for it; another one goes on. */
const stint = 5 * second;
const batch = 100;
/** Letters under way at once; each holds a connection. */
const lettersAtOnce = 4;
/** A service that is away so often is not waited for: a letter goes instead. */
const pushesAtMost = 4;
/** Before a first repeat, in milliseconds; each one after waits twice as long. */
const firstPause = 30 * second;
const longestPause = 3600 * second;
/** Seconds for which a phone that is off may be told of what lies days ahead. */
const longestLife = 2 * 86_400;

/** @returns whether more is due. */
export async function notifyDue(services: Services): Promise<boolean> {
  const end = performance.now() + stint;
  const { db, clock } = services;
  while (performance.now() < end) {
    const ids = await claimDue(db.sql, clock(), batch);
    if (ids.length === 0) return false;
    await notify(services, await readWaiting(db.sql, ids, clock()), end);
  }
  return true;
}

async function notify(services: Services, taken: Waiting[], end: number): Promise<void> {
  const { db, clock, metrics } = services;
  const now = clock();
  const judged = taken.map((waiting) => ({ waiting, judgement: judge(waiting, now) }));
  const told = judged.flatMap(({ waiting, judgement }) => (judgement === "tell" ? [waiting] : []));
  const answers = await push(services, told, now);
  const letters: Waiting[] = [];
  const settlements: Settlement[] = [];
  for (const { waiting, judgement } of judged) {
    const { id } = waiting;
    if (isLost(waiting, now)) metrics.notifications.inc({ channel: "mail", outcome: "given_up" });
    if (judgement === "void") settlements.push({ id, next: null });
    else if (judgement !== "tell") settlements.push({ id, next: judgement, untried: true });
    else {
      const own = answers.get(id) ?? [];
      const pushed = waiting.pushed || own.some(({ outcome }) => outcome === "taken");
      const next = nextTry(waiting, own, now);
      if (next || pushed || waiting.kind === "test") settlements.push({ id, next, pushed });
      else letters.push(waiting);
    }
  }
  await settle(db.sql, settlements, clock());
  if (letters.length > 0) await settle(db.sql, await mail(services, letters, now, end), clock());
}

interface Sending {
  event: string;
  recipient: string;
  device: Device;
  waiting: Waiting;
}

/** Sends to every device that has not been sent it before; answers by notification. */
async function push(
  services: Services,
  told: readonly Waiting[],
  now: Date,
): Promise<Map<number, PushAnswer[]>> {
  const answers = new Map<number, PushAnswer[]>(told.map(({ id }) => [id, []]));
  const sendings = told.flatMap((waiting) =>
    waiting.devices.map(
      (device): Sending => ({
        event: `notification:${waiting.id}`,
        recipient: `device:${device.id}`,
        device,
        waiting,
      }),
    ),
  );
  if (sendings.length === 0) return answers;
  const reached: Device[] = [];
  const gone: Device[] = [];
  const before = await sendEachOnce(services, "push", sendings, async ({ device, waiting }) => {
    const answer = await services.push.send(device, messageOf(waiting, now));
    services.metrics.notifications.inc({ channel: "push", outcome: answer.outcome });
    answers.get(waiting.id)?.push(answer);
    if (answer.outcome === "taken") reached.push(device);
    if (answer.outcome === "gone") gone.push(device);
    return answer.outcome === "taken";
  });
  for (const { waiting } of before) answers.get(waiting.id)?.push({ outcome: "taken" });
  await noteDevices(services.db.sql, { reached, gone }, services.clock());
  return answers;
}

function messageOf(waiting: Waiting, now: Date): PushMessage {
  const left = Math.floor((Date.parse(waiting.expires_at) - now.getTime()) / second);
  const canWait = waiting.kind === "decided" || left > 12 * 3600;
  return {
    ...wordsOf(waiting, now),
    urgency: canWait ? "normal" : "high",
    ttl: Math.min(left, longestLife),
  };
}

/** When a device is to be tried again that was not reached; null where that is of no use. */
function nextTry(
  { attempts, expires_at }: Waiting,
  answers: readonly PushAnswer[],
  now: Date,
): Date | null {
  const pauses = answers.flatMap((answer) => (answer.outcome === "later" ? [answer.after] : []));
  if (pauses.length === 0 || attempts >= pushesAtMost) return null;
  const pause = Math.max(pauseAfter(attempts), ...pauses.map((seconds) => seconds * second));
  const next = new Date(now.getTime() + pause);
  return next.getTime() < Date.parse(expires_at) ? next : null;
}

const pauseAfter = (attempts: number) =>
  Math.min(firstPause * 2 ** Math.min(attempts - 1, 20), longestPause);

/** The same by letter, for whom no device was reached: a few at once. */
async function mail(
  services: Services,
  letters: readonly Waiting[],
  now: Date,
  end: number,
): Promise<Settlement[]> {
  const rest = [...letters];
  const settlements: Settlement[] = [];
  const work = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) {
      const { id, attempts } = next;
      // A mail server that takes long holds up no stop: the rest is sent by the next job.
      if (performance.now() >= end) {
        settlements.push({ id, next: now, untried: true });
        continue;
      }
      const isTaken = await mailNotification(services, next, now);
      const outcome = isTaken ? "taken" : "later";
      services.metrics.notifications.inc({ channel: "mail", outcome });
      const later = new Date(now.getTime() + pauseAfter(attempts));
      settlements.push({ id, next: isTaken ? null : later });
    }
  };
  await Promise.all(Array.from({ length: lettersAtOnce }, work));
  return settlements;
}
