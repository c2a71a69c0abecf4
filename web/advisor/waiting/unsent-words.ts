import { errorCatalogue } from "#shared/http/errors.ts";
import { lacksConfirmation, type UnsentEdit } from "#web/pwa/outbox/unsent-edits.ts";

const format = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const minute = 60_000;

/** Says how long ago `at` was; `just now` if the clock was set back. */
export function age(at: number, now: number): string {
  const minutes = Math.max(0, Math.round((now - at) / minute));
  if (minutes < 1) return "just now";
  if (minutes < 60) return format.format(-minutes, "minute");
  if (minutes < 48 * 60) return format.format(-Math.round(minutes / 60), "hour");
  return format.format(-Math.round(minutes / 1440), "day");
}

/** Why the server rejected an edit. */
function reasonOf({ stuck }: UnsentEdit): string {
  const { problem, status } = stuck ?? {};
  const messages = (problem?.errors ?? []).map(({ message }) => message);
  if (messages.length > 0) return messages.join(". ");
  if (status === 403) return "Your account does not allow this.";
  return problem?.detail ?? problem?.title ?? errorCatalogue.internal.title;
}

/**
 * The text for the state of an edit.
 * @param isBlocked an earlier edit of the same thing goes first.
 * @param locked why the user's version cannot be kept in a conflict, if so.
 */
export function stateOf(unsent: UnsentEdit, isBlocked: boolean, locked?: string): string {
  const { entry } = unsent;
  if (entry.state === "conflict") {
    const choice = locked ?? "Which version do you want to keep?";
    return `This has changed since you opened it. ${choice}`;
  }
  if (lacksConfirmation(unsent)) {
    return "Needs your confirmation: it changes your e-mail or phone numbers. Press Confirm to send it.";
  }
  if (entry.state === "refused") {
    // If this phone cannot read the edit, do not say that the server rejected it.
    return unsent.edit
      ? `Rejected: ${reasonOf(unsent)}`
      : "This device can no longer read this edit.";
  }
  if (entry.state === "expired") {
    const asked = "You made this more than 14 days ago. Do you still want to send it?";
    return mayBeApplied(unsent) ? `${asked} The server may have it already.` : asked;
  }
  if (entry.state === "sending") return "Sending";
  if (isBlocked) return "Waiting for your earlier edit";
  if (entry.tries === 0) return "Waiting for the network";
  return entry.isAskedToWait
    ? "The server is busy. This edit is sent automatically later."
    : "Not sent yet. This device tries again automatically.";
}

/** The edits that wait for an earlier edit of the same thing. */
export function blockedEdits(edits: readonly UnsentEdit[]): ReadonlySet<UnsentEdit> {
  const seen = new Set<string>();
  return new Set(
    edits.filter(({ entry }) => {
      const isBlocked = seen.has(entry.thing);
      seen.add(entry.thing);
      return isBlocked;
    }),
  );
}

/** Whether the server may have applied it without this phone knowing. */
export const mayBeApplied = ({ entry }: UnsentEdit) =>
  entry.tries > 0 && entry.state !== "conflict" && entry.state !== "refused";

/** Whether the edit can be opened in its form. */
export const isFixable = (unsent: UnsentEdit) =>
  unsent.edit !== null && unsent.entry.state !== "conflict" && !mayBeApplied(unsent);
