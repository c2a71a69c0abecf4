/** Chromium's offer to install the app. TypeScript's library does not have it. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<void>;
  userChoice: Promise<{ outcome: "accepted" | "dismissed" }>;
}

const watchers = new Set<() => void>();
let offer: InstallPromptEvent | null = null;

function replace(next: InstallPromptEvent | null): void {
  offer = next;
  for (const watcher of watchers) watcher();
}

// The browser makes its offer once, soon after the page has loaded: before any screen shows it.
window.addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  replace(event as InstallPromptEvent);
});
window.addEventListener("appinstalled", () => replace(null));

export const installOffer = () => offer;

export function watchInstallOffer(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Shows the browser's own question. An offer can be used once. */
export async function acceptInstallOffer(): Promise<void> {
  const asked = offer;
  replace(null);
  await asked?.prompt();
}
