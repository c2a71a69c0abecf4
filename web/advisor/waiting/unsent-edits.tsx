import { useOnline } from "#web/lib/use-online.ts";
import { useAreEditsKnown, useWaitingEdits } from "#web/pwa/outbox/use-unsent-edits.ts";
import { EmptyPanel } from "#web/ui/empty-panel.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { AdvisorFrame } from "../advisor-frame.tsx";
import { WaitingCard } from "./unsent-card.tsx";
import { heldEdits } from "./unsent-words.ts";

/** Everything that this phone has taken and the server does not have yet (D40). */
export function WaitingEdits() {
  const edits = useWaitingEdits();
  const areKnown = useAreEditsKnown();
  const online = useOnline();
  const held = heldEdits(edits);
  return (
    <AdvisorFrame title="Waiting to send">
      {() => {
        if (!areKnown) return <Spinner label="Looking at what waits" />;
        return edits.length === 0 ? (
          <EmptyPanel
            title="Nothing waits"
            text="What you save without a network stands here until it has been sent."
          />
        ) : (
          <>
            <p className="screen-note">
              These edits are kept on this phone, locked with your account.{" "}
              {online
                ? "They go out by themselves."
                : "They go out by themselves as soon as the server can be reached."}
            </p>
            <ul className="waiting-list">
              {edits.map((waiting) => (
                <WaitingCard key={waiting.entry.id} waiting={waiting} isHeld={held.has(waiting)} />
              ))}
            </ul>
          </>
        );
      }}
    </AdvisorFrame>
  );
}
