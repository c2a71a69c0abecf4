/** For requests that are not the user's action: they never extend a session (D17). */
export const inBackground = { "X-Background": "1" };

/** In the service worker nothing is: it has no user. */
let isUsersAction = () => false;

/** Lets a page say whether its user causes the requests that it sends now. */
export function askWhetherUsersAction(ask: () => boolean): void {
  isUsersAction = ask;
}

/** The header of a request, as long as the user does not cause it. */
export const backgroundHeader = (): Partial<typeof inBackground> =>
  isUsersAction() ? {} : inBackground;
