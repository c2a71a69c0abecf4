/** For requests that are not the user's action: they never extend a session (D17). */
export const inBackground = { "X-Background": "1" };

/** The service worker keeps this default, because none of its requests is a user's action. */
let isUsersAction = () => false;

/** Lets a page say whether its user causes the requests that it sends now. */
export function askWhetherUsersAction(ask: () => boolean): void {
  isUsersAction = ask;
}

/** The header that marks a request as not caused by the user; empty if the user caused it. */
export const backgroundHeader = (): Partial<typeof inBackground> =>
  isUsersAction() ? {} : inBackground;
