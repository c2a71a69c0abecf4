import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { watchBegunSignIn } from "./account/begun-sign-in.ts";
import { askEarly } from "./api/ask-early.ts";
import { followSession } from "./api/follow-session.ts";
import { createQueryClient } from "./api/query-client.ts";
import { forgetKeptKey } from "./api/sealed.ts";
import { putAway } from "./api/session-end.ts";
import { finishSignOut, isSignOutDue } from "./api/sign-out.ts";
import { storedSession, watchSession } from "./api/stored-session.ts";
import { App } from "./app.tsx";
import { wipeKept } from "./pwa/kept/kept-store.ts";
import "./lib/history-steps.ts";
import { preload } from "./routes.tsx";

const queryClient = createQueryClient();

// Whatever the last user was shown is gone before the next one's screens ask for anything.
let userId = storedSession()?.user_id;
watchSession((isElsewhere) => {
  const next = storedSession()?.user_id;
  if (next !== userId) {
    // In this tab whoever ended the session has seen to that, or its user was asked.
    if (isElsewhere) putAway();
    // Emptied first: a screen that lets go of its query only now would hold what is in it for minutes.
    for (const query of queryClient.getQueryCache().getAll()) query.reset();
    queryClient.clear();
    // A page that slept may hear of it late: what is the next one's stays.
    forgetKeptKey(next).catch(() => undefined);
    wipeKept(next).catch(() => undefined);
  }
  userId = next;
});

// A phone that was signed out without a network ends that session as soon as it can (D38).
const endLeftSession = () => {
  if (isSignOutDue()) finishSignOut().catch(() => undefined);
};
window.addEventListener("online", endLeftSession);
endLeftSession();
followSession();

watchBegunSignIn();
askEarly(location.pathname);
const root = document.getElementById("root");
// The screen's files come while React is still starting, and are there when it paints first. On a
// slow network the frame is shown without them, so that one file that hangs leaves nothing blank. A
// sign-in screen that the server sent stands longer: its user may be typing.
const patience = root?.hasChildNodes() ? 10_000 : 300;
const soon = new Promise((resolve) => setTimeout(resolve, patience));
const isAtHand = Promise.race([preload(location.pathname), soon]);

if (root) {
  void isAtHand.then(() =>
    createRoot(root).render(
      <StrictMode>
        <App queryClient={queryClient} />
      </StrictMode>,
    ),
  );
}
