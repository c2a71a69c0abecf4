import type { Viewer } from "#server/http/handler.ts";
import type { Limits } from "#server/http/limits.ts";

const hour = 3600;
/** More than anybody changes, fewer letters than a nuisance. */
const changes = { bucket: "recovery-changes", points: 30, seconds: hour };
/** Each leaves an address behind that hears of later changes. */
const emails = { bucket: "email-changes", points: 10, seconds: 24 * hour };

interface Changing {
  limits: Limits;
  viewer: Viewer | null;
}

/**
 * Before a change that a letter tells of. Anybody may sign up with an address that is not theirs, so
 * that without a limit an account would be a way to send strangers letters. Taken once the change is
 * confirmed: a borrowed session uses up nobody's. Managers' own calls are not limited.
 * @throws Refusal 429.
 */
export async function limitAccountNotices({ limits, viewer }: Changing): Promise<void> {
  if (viewer?.role === "psychic") await limits.take(changes, String(viewer.userId));
}

/** The same for a new e-mail address. @throws Refusal 429. */
export async function limitEmailChanges({ limits, viewer }: Changing): Promise<void> {
  if (viewer?.role === "psychic") await limits.take(emails, String(viewer.userId));
}
