import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { askToConfirm } from "#web/api/confirmation.ts";
import { putDraft } from "#web/api/drafts.ts";
import { keptKey } from "#web/api/sealing-key.ts";
import { useNow } from "#web/lib/use-now.ts";
import { useOnline } from "#web/lib/use-online.ts";
import { isStuck } from "#web/pwa/outbox/entry.ts";
import { discard, sendAllConfirmed, sendAnew } from "#web/pwa/outbox/outbox.ts";
import { lacksConfirmation, untilGone, type WaitingEdit } from "#web/pwa/outbox/unsent-edits.ts";
import { sendNow } from "#web/pwa/use-offline.ts";
import { Button } from "#web/ui/button.tsx";
import { focusHeading } from "#web/ui/focus-heading.ts";
import { ConfirmModal } from "#web/ui/form/confirm-modal.tsx";
import { draftOf, linesOf } from "./describe.ts";
import { age, isMendable, mayBeDone, stateOf } from "./unsent-words.ts";

interface WaitingCardProps {
  waiting: WaitingEdit;
  isHeld: boolean;
}

/** One edit that the server does not have yet: what it would change, and what can be done. */
export function WaitingCard({ waiting, isHeld }: WaitingCardProps) {
  const { entry, edit, kind, stuck } = waiting;
  const [asking, setAsking] = useState(false);
  const online = useOnline();
  const now = useNow();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const isConflict = entry.state === "conflict";
  const lines = edit ? linesOf(edit, isConflict ? stuck?.problem?.current : undefined) : [];
  const draft = edit && isMendable(waiting) ? draftOf(edit) : null;
  const title = kind?.title ?? "Edit";

  const again = async () => {
    if (isStuck(entry)) await sendAnew(waiting);
    await sendNow();
  };
  const confirm = async () => {
    if (!(await askToConfirm())) return;
    await sendAllConfirmed();
    await sendNow();
  };
  const mend = async () => {
    if (!draft || !kind) return;
    const key = await keptKey(entry.owner);
    // First the draft, then the queue: in between it is in both, and never in neither.
    await putDraft(key, entry.owner, `${kind.screen}#${draft.form}`, {
      values: draft.values,
      version: entry.version,
    });
    await discard(waiting);
    // The form opens on what stands: the draft is what differs from it.
    await untilGone(entry.id);
    queries.removeQueries({ type: "inactive" });
    navigate(kind.screen);
  };

  /** This card goes, and with it the button that has the focus (G1). */
  const giveUp = async () => {
    await discard(waiting);
    await untilGone(entry.id);
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) focusHeading();
    });
  };

  return (
    <li className="panel waiting-card" data-state={entry.state}>
      <div className="section-head">
        <h2 className="section-title">{title}</h2>
        <span className="tile-note">{age(entry.madeAt, now)}</span>
      </div>
      <p className={isStuck(entry) ? "waiting-state is-stuck" : "waiting-state"}>
        {stateOf(waiting, isHeld)}
      </p>
      {lines.length > 0 && (
        <table className="waiting-lines">
          {isConflict && (
            <thead>
              <tr>
                <td />
                <th scope="col">Mine</th>
                <th scope="col">Theirs</th>
              </tr>
            </thead>
          )}
          <tbody>
            {lines.map(({ label, mine, theirs }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td className="plain-lines">{mine || "–"}</td>
                {isConflict && <td className="plain-lines">{theirs || "–"}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="form-buttons">
        {isConflict ? (
          <>
            <Button look="primary" onClick={again}>
              Keep mine
            </Button>
            <Button onClick={giveUp}>Keep theirs</Button>
          </>
        ) : (
          <>
            {edit && !isHeld && (
              <Button
                look="primary"
                disabled={!online}
                onClick={lacksConfirmation(waiting) ? confirm : again}
              >
                {lacksConfirmation(waiting) ? "Confirm" : "Send now"}
              </Button>
            )}
            {draft && <Button onClick={mend}>Mend</Button>}
            <Button onClick={() => setAsking(true)}>Discard</Button>
          </>
        )}
      </div>
      {asking && (
        <ConfirmModal
          title={`Discard: ${title}?`}
          yes="Discard"
          no="Keep"
          onYes={giveUp}
          onNo={() => setAsking(false)}
        >
          <p>
            {mayBeDone(waiting)
              ? "What you typed is removed from this phone. It was tried before: the server may have it."
              : "What you typed is removed from this phone and is not sent."}
          </p>
        </ConfirmModal>
      )}
    </li>
  );
}
