import type { PushAnswer, PushMessage } from "../adapters/push.ts";
import {
  claimDue,
  type Device,
  type DueNotification,
  noteDevices,
  readDue,
  type Settlement,
  settle,
} from "../features/notifications/due-notifications.ts";
import { notificationKinds } from "../features/notifications/notification-kinds.ts";
import { payloadOf } from "../features/notifications/push-payload.ts";
import { isLost, sendOrDrop } from "../features/notifications/send-or-drop.ts";
import { badgeCounts } from "../features/notifications/unanswered-calls.ts";
import type { Services } from "../services.ts";
import { mailNotification } from "./mail-notification.ts";
import { sendEachOnce } from "./send-once.ts";

const second = 1000;
/**
 * After this long the job ends and another one continues. It must stay well below `stopWithin`
 * (jobs.ts), the time that a stopping process gives its jobs.
 */
const runsAtMost = 5 * second;
const batchSize = 100;
/** Letters sent at the same time; each holds a connection. */
const lettersAtOnce = 4;
/** After this many attempts to push, a letter is sent instead. */
const pushesAtMost = 4;
/** Before the first retry, in milliseconds; each later pause is twice as long. */
const firstPause = 30 * second;
const longestPause = 3600 * second;
/** Seconds that a push service stores a message for a phone that is off. */
const maxTtl = 2 * 86_400;

interface Run {
  /** When it ends, by `performance.now`. */
  end: number;
  countCalls: ReturnType<typeof badgeCounts>;
}

/** Sends due notifications. @returns whether more are due. */
export async function notifyDue(services: Services): Promise<boolean> {
  const end = performance.now() + runsAtMost;
  const { db, clock } = services;
  const run: Run = { end, countCalls: badgeCounts(services) };
  while (performance.now() < end) {
    const ids = await claimDue(db.sql, clock(), batchSize);
    if (ids.length === 0) return false;
    await notify(services, await readDue(db, ids, clock()), run);
  }
  return true;
}

async function notify(services: Services, claimed: DueNotification[], run: Run): Promise<void> {
  const { db, clock, metrics } = services;
  const now = clock();
  const decided = claimed.map((notification) => ({
    notification,
    action: sendOrDrop(notification, now),
  }));
  const toSend = decided.flatMap(({ notification, action }) =>
    action === "send" ? [notification] : [],
  );
  const answers = await push(services, toSend, now, run);
  const letters: DueNotification[] = [];
  const settlements: Settlement[] = [];
  for (const { notification, action } of decided) {
    const { id } = notification;
    if (!notificationKinds[notification.kind].isPushOnly && isLost(notification, now))
      metrics.notifications.inc({ channel: "mail", outcome: "given_up" });
    if (action === "drop") settlements.push({ id, next: null });
    else if (action !== "send") settlements.push({ id, next: action, untried: true });
    else {
      const deviceAnswers = answers.get(id) ?? [];
      const pushed =
        notification.pushed || deviceAnswers.some(({ outcome }) => outcome === "taken");
      const next = nextTry(notification, deviceAnswers, now);
      const isPushOnly = notificationKinds[notification.kind].isPushOnly ?? false;
      if (next || pushed || isPushOnly) settlements.push({ id, next, pushed });
      else letters.push(notification);
    }
  }
  await settle(db.sql, settlements, clock());
  if (letters.length > 0)
    await settle(db.sql, await mail(services, letters, now, run.end), clock());
}

interface DevicePush {
  event: string;
  recipient: string;
  device: Device;
  notification: DueNotification;
}

/** Pushes to every device that has not received it. @returns the answers by notification. */
async function push(
  services: Services,
  toSend: readonly DueNotification[],
  now: Date,
  { countCalls }: Run,
): Promise<Map<number, PushAnswer[]>> {
  const answers = new Map<number, PushAnswer[]>(toSend.map(({ id }) => [id, []]));
  const pushes = toSend.flatMap((notification) =>
    notification.devices.map(
      (device): DevicePush => ({
        event: `notification:${notification.id}`,
        recipient: `device:${device.id}`,
        device,
        notification,
      }),
    ),
  );
  if (pushes.length === 0) return answers;
  const reached: Device[] = [];
  const gone: Device[] = [];
  const calls = await countCalls(toSend, now);
  const send = inTurn((device, notification) => {
    const { user, user_id } = notification;
    const { origins, publicUrl, brands } = services;
    // The portal may have left the address since.
    const stored = device.origin ?? "";
    const origin = origins.has(stored) ? stored : publicUrl(brands.named(user.brand));
    const toDevice = { origin, calls: calls && (calls.get(user_id) ?? 0) };
    return services.push.send(device, messageOf(notification, toDevice, now));
  });
  const sentEarlier = await sendEachOnce(
    services,
    "push",
    pushes,
    async ({ device, notification }) => {
      const answer = await send(device, notification);
      services.metrics.notifications.inc({ channel: "push", outcome: answer.outcome });
      answers.get(notification.id)?.push(answer);
      if (answer.outcome === "taken") reached.push(device);
      if (answer.outcome === "gone") gone.push(device);
      return answer.outcome === "taken";
    },
  );
  for (const { notification } of sentEarlier)
    answers.get(notification.id)?.push({ outcome: "taken" });
  await noteDevices(services.db.sql, { reached, gone }, services.clock());
  return answers;
}

type Send = (device: Device, notification: DueNotification) => Promise<PushAnswer>;

/**
 * Sends a device the notifications of a topic one after the other, because the last one stays on its
 * screen. While its push service is away, the later ones are not tried.
 */
function inTurn(send: Send): Send {
  const latest = new Map<string, Promise<PushAnswer>>();
  return (device, notification) => {
    const key = `${device.id} ${notification.topic}`;
    const earlier = latest.get(key);
    const next = (answer: PushAnswer) =>
      answer.outcome === "later" ? answer : send(device, notification);
    const mine = earlier ? earlier.then(next) : send(device, notification);
    latest.set(key, mine);
    return mine;
  };
}

function messageOf(
  notification: DueNotification,
  toDevice: Parameters<typeof payloadOf>[2],
  now: Date,
): PushMessage {
  const { kind } = notification;
  const left = Math.floor((Date.parse(notification.expires_at) - now.getTime()) / second);
  const { message, urgency } = notificationKinds[kind];
  const staysUseful = left > 12 * 3600;
  return {
    ...payloadOf(notification, message(notification, now), toDevice),
    urgency: staysUseful ? "normal" : urgency,
    ttl: Math.min(left, maxTtl),
  };
}

/** When to retry devices that were not reached; null if a retry would be of no use. */
function nextTry(
  { attempts, expires_at }: DueNotification,
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

/** Sends letters to users of whom no device was reached, a few at the same time. */
async function mail(
  services: Services,
  letters: readonly DueNotification[],
  now: Date,
  end: number,
): Promise<Settlement[]> {
  const unsent = [...letters];
  const settlements: Settlement[] = [];
  const work = async () => {
    for (let next = unsent.shift(); next; next = unsent.shift()) {
      const { id, attempts } = next;
      // The job's time is over. It is limited, so that a slow mail server does not delay a stop.
      // The next job sends the rest.
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
