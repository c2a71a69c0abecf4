import { answerWords, type CallAnswerCode, callAnswers } from "#shared/rules/call-answers.ts";
import { seal, unseal } from "#web/api/sealed.ts";
import { uuid } from "#web/lib/uuid.ts";
import { type Edit, isStuck, type Stuck } from "../outbox/entry.ts";
import { heldQueue, type Queue } from "../outbox/queue.ts";
import { sendQueue } from "../outbox/send.ts";
import type { AskedCall } from "../push/push-message.ts";
import { showBadge } from "./app-badge.ts";

declare const self: ServiceWorkerGlobalScope;

/** Only some browsers have it; TypeScript's library does not. */
interface SyncRegistration extends ServiceWorkerRegistration {
  sync?: { register(tag: string): Promise<void> };
}

interface Asked {
  asks: AskedCall;
  user: number;
}

const isAnswer = (action: string): action is CallAnswerCode =>
  (callAnswers as readonly string[]).includes(action);

/** The request of `answerCall`, without its schemas: the worker has no room for them. */
const editOf = (answer: CallAnswerCode, { asks, user }: Asked): Edit => ({
  endpoint: { method: "POST", path: "/psychics/{id}/scheduled_calls/{call}/answer" },
  request: {
    params: { id: String(user), call: asks.call },
    body: { answer, at: asks.at, answered_at: new Date().toISOString() },
  },
});

/**
 * Answers a booked call for a tap on a button: puts the answer into its user's outbox, and sends it.
 * @returns false if the tap was on no button, or another user or nobody is signed in on this device.
 */
export async function answerByButton(notification: Notification, action: string): Promise<boolean> {
  const asked = notification.data as Partial<Asked> | null;
  if (!isAnswer(action) || !asked?.asks || asked.user === undefined) return false;
  const queue = await heldQueue();
  const key = await queue?.key();
  if (!queue || !key || key.userId !== asked.user) return false;
  notification.close();
  const id = uuid();
  const sealed = await seal(key, editOf(action, asked as Asked));
  await queue.change((entries) => [
    ...entries,
    {
      ...{ id, key: uuid(), thing: id, version: null, isBlind: false, sealed },
      ...{ madeAt: Date.now(), state: "waiting", tries: 0 },
      ...{ notBefore: 0, isAskedToWait: false, stuck: null },
    },
  ]);
  await sendQueue(queue, true);
  await sayWhatBecame(queue, id, action, notification);
  return true;
}

/** Says so if the answer still waits, or came too late. Once it is sent, there is no more to say. */
async function sayWhatBecame(
  queue: Queue,
  id: string,
  answer: CallAnswerCode,
  { tag, icon, data }: Notification,
): Promise<void> {
  const entry = (await queue.read()).find((one) => one.id === id);
  if (!entry) return;
  const show = (title: string, body: string, path: string) =>
    self.registration.showNotification(title, { body, tag, icon, silent: true, data: { path } });
  if (isStuck(entry)) {
    const key = await queue.key();
    const stuck = key && entry.stuck ? await unseal<Stuck>(key, entry.stuck) : null;
    const reason = stuck?.problem?.detail ?? "Open the portal to see why.";
    await show("Your answer does not count", reason, "/psychic/waiting");
    await showBadge(null).catch(() => undefined);
    return;
  }
  await (self.registration as SyncRegistration).sync?.register("outbox").catch(() => undefined);
  const { path } = data as { path: string };
  await show(answerWords(answer), "Your answer is sent as soon as there is a network.", path);
}
