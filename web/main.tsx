import "./fonts/inter.css";
import "./ui/styles/base.scss";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { watchBegunSignIn } from "./account/begun-sign-in.ts";
import { askEarly } from "./api/ask-early.ts";
import { followInput } from "./api/follow-input.ts";
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

// Removes all data of the last user before the next user's screens load any.
watchUser((isElsewhere) => {
  // This tab has already saved its drafts; only another tab's sign-out needs it here.
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
askEarly(location.pathname);
const root = document.getElementById("root");
// The screen's files load while React starts, so that they are ready for the first paint. On a slow
// network the frame appears without them, so that one slow file does not leave a blank page. Wait as
// long as a slow phone needs to run the files, because a frame without them delays the screen by 300
// ms. A sign-in screen that the server sent stays longer, because the user may be typing.
const patience = root?.hasChildNodes() ? 10_000 : 800;
const soon = new Promise((resolve) => setTimeout(resolve, patience));
const loadedOrLate = Promise.race([preload(location.pathname), soon]);

if (root) {
  void loadedOrLate.then(() =>
    createRoot(root).render(
      <StrictMode>
        <App queryClient={queryClient} />
      </StrictMode>,
    ),
  );
}
