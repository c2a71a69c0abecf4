import { Suspense } from "react";
import { useOnline } from "#web/lib/use-online.ts";
import { useAreEditsKnown, useUnsentEdits } from "#web/pwa/outbox/use-unsent-edits.ts";
import { EmptyPanel } from "#web/ui/empty-panel.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { AdvisorFrame } from "../advisor-frame.tsx";
import { UnsentCard } from "./unsent-card.tsx";
import { blockedEdits } from "./unsent-words.ts";
import "./waiting.scss";

/** All edits that this phone has not sent yet (D40). */
export function UnsentEdits() {
  const edits = useUnsentEdits();
  const areKnown = useAreEditsKnown();
  const online = useOnline();
  const blocked = blockedEdits(edits);
  return (
    <AdvisorFrame title="Waiting to send">
      {() => {
        if (!areKnown) return <Spinner label="Looking for unsent edits" />;
        return edits.length === 0 ? (
          <EmptyPanel
            title="Nothing to send"
            text="Changes that you save while offline are listed here until they are sent."
          />
        ) : (
          <>
            <p className="screen-note">
              These edits are stored on this device, encrypted for your account.{" "}
              {online
                ? "They are sent automatically."
                : "They are sent automatically as soon as the server can be reached."}
            </p>
            <ul className="waiting-list">
              {edits.map((unsent) => (
                <Suspense key={unsent.entry.id} fallback={null}>
                  <UnsentCard unsent={unsent} isBlocked={blocked.has(unsent)} />
                </Suspense>
              ))}
            </ul>
          </>
        );
      }}
    </AdvisorFrame>
  );
}
