import { errorCatalogue } from "#shared/http/errors.ts";
import { lacksConfirmation, type WaitingEdit } from "#web/pwa/outbox/unsent-edits.ts";

const format = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const minute = 60_000;

/** How long ago, in words; a clock that was set back never makes it the future. */
export function age(at: number, now: number): string {
  const minutes = Math.max(0, Math.round((now - at) / minute));
  if (minutes < 1) return "just now";
  if (minutes < 60) return format.format(-minutes, "minute");
  if (minutes < 48 * 60) return format.format(-Math.round(minutes / 60), "hour");
  return format.format(-Math.round(minutes / 1440), "day");
}

/** Why the server would not have it. */
function reasonOf({ stuck, edit }: WaitingEdit): string {
  if (!edit) return "It cannot be read any more.";
  const { problem, status } = stuck ?? {};
  const messages = (problem?.errors ?? []).map(({ message }) => message);
  if (messages.length > 0) return messages.join(". ");
  if (status === 403) return "Your account may not do this.";
  return problem?.detail ?? problem?.title ?? errorCatalogue.internal.title;
}

/** What became of it so far. @param isHeld an earlier edit of the same thing has to go first. */
export function stateOf(waiting: WaitingEdit, isHeld: boolean): string {
  const { entry } = waiting;
  if (entry.state === "conflict") return "Someone else changed this meanwhile. Which shall stand?";
  if (lacksConfirmation(waiting)) {
    return "Needs your password: it changes your e-mail or phone numbers. Press Confirm to send it.";
  }
  if (entry.state === "refused") return `Not taken: ${reasonOf(waiting)}`;
  if (entry.state === "expired") {
    const asked = "It has waited for more than 14 days. Is it still right?";
    return mayBeDone(waiting) ? `${asked} The server may have it already.` : asked;
  }
  if (entry.state === "sending") return "Being sent";
  if (isHeld) return "Waits for the one before it";
  if (entry.tries === 0) return "Waits for the network";
  return entry.isAskedToWait
    ? "The server asked for a pause. It goes out by itself."
    : "It did not get through yet. It goes out by itself.";
}

/** The edits that have to wait for an earlier one of the same thing. */
export function heldEdits(edits: readonly WaitingEdit[]): ReadonlySet<WaitingEdit> {
  const seen = new Set<string>();
  return new Set(
    edits.filter(({ entry }) => {
      const isHeld = seen.has(entry.thing);
      seen.add(entry.thing);
      return isHeld;
    }),
  );
}

/** Whether the server may have done it already, without this phone knowing. */
export const mayBeDone = ({ entry }: WaitingEdit) =>
  entry.tries > 0 && entry.state !== "conflict" && entry.state !== "refused";

/** Whether it may become a draft again. */
export const isMendable = (waiting: WaitingEdit) =>
  waiting.edit !== null && waiting.entry.state !== "conflict" && !mayBeDone(waiting);
