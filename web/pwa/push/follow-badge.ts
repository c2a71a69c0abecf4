import { del, get } from "idb-keyval";
import { isStuck } from "../outbox/entry.ts";
import { unsentEdits, watchUnsentEdits } from "../outbox/unsent-edits.ts";
import { unansweredCallsPlace } from "./unanswered-calls.ts";

/**
 * Keeps the number on the app's icon up to date while a psychic's page is open (R73), where a device
 * has badges. Whoever looks at the page sees the calls on it, so from then on none is unanswered.
 * @returns a function that ends this, and empties the badge once the user's edits are forgotten.
 */
export function followBadge(): () => void {
  const { setAppBadge }: Partial<NavigatorBadge> = navigator;
  const show = async () => {
    const calls = (await get<number>(unansweredCallsPlace)) ?? 0;
    const stuck = unsentEdits().filter(({ entry }) => isStuck(entry));
    await setAppBadge?.call(navigator, calls + stuck.length);
  };
  const onEdits = () => void show().catch(() => undefined);
  // Also when the page becomes hidden: until then its user saw the calls that came in the meantime.
  const onLook = () =>
    void del(unansweredCallsPlace)
      .then(show)
      .catch(() => undefined);
  const unwatch = watchUnsentEdits(onEdits);
  document.addEventListener("visibilitychange", onLook);
  if (document.visibilityState === "visible") onLook();
  return () => {
    unwatch();
    document.removeEventListener("visibilitychange", onLook);
    onLook();
  };
}
