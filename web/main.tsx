import "./ui/styles/base.scss";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { watchBegunSignIn } from "./account/begun-sign-in.ts";
import { askEarly } from "./api/ask-early.ts";
import { followSession } from "./api/follow-session.ts";
import { createQueryClient } from "./api/query-client.ts";
import { forgetOthersKey } from "./api/sealing-key.ts";
import { saveDrafts } from "./api/session-end.ts";
import { finishSignOut, isSignOutDue } from "./api/sign-out.ts";
import { watchUser } from "./api/stored-session.ts";
import { App } from "./app.tsx";
import { wipeOthersAnswers } from "./pwa/kept/kept-store.ts";
import "./lib/history-steps.ts";
import { preload } from "./routes.tsx";

const queryClient = createQueryClient();

// Everything of the last user is gone before the next user's screens ask for anything.
watchUser((isElsewhere) => {
  // This tab has already saved its drafts; only another tab's sign-out needs it here.
  if (isElsewhere) saveDrafts();
  // First emptied: a screen that is about to go would hold its answers in memory for minutes.
  for (const query of queryClient.getQueryCache().getAll()) query.reset();
  queryClient.clear();
  // A page that slept hears of it late: the next user may have a key and answers here by now.
  forgetOthersKey().catch(() => undefined);
  wipeOthersAnswers().catch(() => undefined);
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
