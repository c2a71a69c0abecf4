import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "./api/query-client.ts";
import { forgetKeptKey } from "./api/sealed.ts";
import { storedSession, watchSession } from "./api/stored-session.ts";
import { App } from "./app.tsx";

const queryClient = createQueryClient();

// Whatever the last user was shown is gone before the next one's screens ask for anything.
let userId = storedSession()?.user_id;
watchSession(() => {
  const next = storedSession()?.user_id;
  if (next !== userId) {
    queryClient.clear();
    forgetKeptKey().catch(() => undefined);
  }
  userId = next;
});

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App queryClient={queryClient} />
    </StrictMode>,
  );
}
