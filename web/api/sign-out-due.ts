/** Set after a sign-out while offline, until the server knows of it (D38). */
const signOutDueKey = "signed-out";

/** Marks the session to be ended as soon as the server can be reached. */
export function signOutLater(): void {
  localStorage.setItem(signOutDueKey, "1");
}

export const isSignOutDue = () => localStorage.getItem(signOutDueKey) !== null;

export function noteSignOutDone(): void {
  localStorage.removeItem(signOutDueKey);
}
