import type { Viewer } from "#server/http/handler.ts";
import type { Limits } from "#server/http/limits.ts";

const hour = 3600;
/** More changes than anybody makes, but too few letters to be a nuisance. */
const changeLimit = { bucket: "recovery-changes", points: 30, seconds: hour };
/** Each change adds an old address, which gets letters about later changes. */
const emailLimit = { bucket: "email-changes", points: 10, seconds: 24 * hour };

interface LimitContext {
  limits: Limits;
  viewer: Viewer | null;
}

/**
 * Call it before a change that causes a letter. Anybody can sign up with another person's address;
 * without a limit, an account could send strangers letters. Call it after the confirmation, so that
 * a borrowed session uses up no points. Calls by managers are not limited.
 * @throws Refusal 429.
 */
export async function limitAccountNotices({ limits, viewer }: LimitContext): Promise<void> {
  if (viewer?.role === "psychic") await limits.take(changeLimit, String(viewer.userId));
}

/** The same for a new e-mail address. @throws Refusal 429. */
export async function limitEmailChanges({ limits, viewer }: LimitContext): Promise<void> {
  if (viewer?.role === "psychic") await limits.take(emailLimit, String(viewer.userId));
}
