// Runs in <head> of the sign-in page that the server sends: see scripts/build/sign-in-pages.ts.

/** How long (ms) a slow picture or typeface may hold up the app's script. */
const patience = 2000;
const names = (document.currentScript?.dataset.files ?? "").split(" ");
let isStarted = false;

/** Loads the app: the files that its script imports, and as the last file the script itself. */
function startApp(): void {
  if (isStarted) return;
  isStarted = true;
  for (const name of names) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.crossOrigin = "";
    link.href = `/assets/${name}`;
    document.head.append(link);
  }
  const script = document.createElement("script");
  script.type = "module";
  script.crossOrigin = "";
  script.src = `/assets/${names.at(-1)}`;
  document.head.append(script);
}

// The page shows its form before the app has loaded. The app's script waits until the page is
// painted with the brand's picture, because its download would slow down that of the picture. A
// hidden tab paints nothing, so there the script need not wait.
if (document.hidden) startApp();
else {
  window.addEventListener("load", () => requestAnimationFrame(() => setTimeout(startApp)));
  setTimeout(startApp, patience);
}
