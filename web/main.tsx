import "./fonts/inter.css";
import "./ui/styles/base.scss";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { watchBegunSignIn } from "./account/begun-sign-in.ts";
import { followInput } from "./api/follow-input.ts";
import { followSession } from "./api/follow-session.ts";
import { createQueryClient } from "./api/query-client.ts";
import { forgetOthersKey } from "./api/sealing-key.ts";
import { saveDrafts } from "./api/session-end.ts";
import { finishSignOut } from "./api/sign-out.ts";
import { isSignOutDue } from "./api/sign-out-due.ts";
import { watchUser } from "./api/stored-session.ts";
import { takeEarly } from "./api/take-early.ts";
import { App } from "./app.tsx";
import { wipeOthersAnswers } from "./pwa/kept/kept-store.ts";
import "./lib/history-steps.ts";
import { preload } from "./routes.tsx";

const queryClient = createQueryClient();

// Removes all data of the last user before the next user's screens load any.
watchUser((isElsewhere) => {
  // Only when another tab changed the session: in this tab, endSession has saved the drafts, or the
  // user agreed to lose them.
  if (isElsewhere) saveDrafts();
  // Empty the answers first: a screen that is about to disappear would hold them for minutes.
  for (const query of queryClient.getQueryCache().getAll()) query.reset();
  queryClient.clear();
  // A sleeping page notices late. By then the next user's key and answers may be stored here.
  forgetOthersKey().catch(() => undefined);
  wipeOthersAnswers().catch(() => undefined);
});

// After a sign-out while offline, end that session as soon as possible (D38).
const endLeftSession = () => {
  if (isSignOutDue()) finishSignOut().catch(() => undefined);
};
window.addEventListener("online", endLeftSession);
endLeftSession();
followInput();
followSession();

watchBegunSignIn();
/** How long (ms) the first frame waits for its data: about as long as a second render takes. */
const dataPatience = 300;

const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Loads the first data of a psychic's dashboard. Resolves when it has arrived, failed or is late. */
async function loadFirstData(): Promise<void> {
  const userId = takeEarly();
  if (userId === null) return;
  const { startEarly } = await import("./pwa/use-offline.ts");
  await Promise.race([startEarly(userId, queryClient), later(dataPatience)]);
}

const root = document.getElementById("root");
// The screen's files load while React starts, so that they are ready for the first paint. On a slow
// network the frame appears without them, so that one slow file does not leave a blank page. Wait as
// long as a slow phone needs to run the files, because a frame without them delays the screen by 300
// ms. A sign-in screen that the server sent stays longer, because the user may be typing.
const patience = root?.hasChildNodes() ? 10_000 : 800;
const loaded = Promise.allSettled([preload(location.pathname), loadFirstData()]);
const loadedOrLate = Promise.race([loaded, later(patience)]);

if (root) {
  void loadedOrLate.then(() =>
    createRoot(root).render(
      <StrictMode>
        <App queryClient={queryClient} />
      </StrictMode>,
    ),
  );
}
