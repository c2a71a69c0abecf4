import { get, set } from "idb-keyval";
import { isStuck } from "../outbox/entry.ts";
import { heldQueue } from "../outbox/queue.ts";
import { unansweredCallsPlace } from "../push/unanswered-calls.ts";

/**
 * Shows on the app's icon, where a device has badges, how many things wait for the signed-in
 * psychic: unanswered calls and stuck edits (R73). Without a held key nobody is signed in (D45), and
 * the badge is empty. Pages have their own, smaller way (`followBadge`). Chromium's headless shell ends
 * a worker that sets a badge, so tests of this need the whole Chromium.
 * @param calls the number of unanswered calls; null: it has not changed.
 */
export async function showBadge(calls: number | null): Promise<void> {
  const { setAppBadge }: Partial<NavigatorBadge> = navigator;
  if (calls !== null) await set(unansweredCallsPlace, calls);
  const queue = await heldQueue();
  const stuck = (await queue?.read())?.filter(isStuck) ?? [];
  const known = (await get<number>(unansweredCallsPlace)) ?? 0;
  await setAppBadge?.call(navigator, queue ? known + stuck.length : 0);
}
