import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { askToConfirm } from "#web/api/confirmation.ts";
import { putDraft } from "#web/api/drafts.ts";
import { useNow } from "#web/lib/use-now.ts";
import { useOnline } from "#web/lib/use-online.ts";
import { isStuck } from "#web/pwa/outbox/entry.ts";
import { discard, keepTheirs, sendAgain, sendAllConfirmed } from "#web/pwa/outbox/outbox.ts";
import { lacksConfirmation, type UnsentEdit, untilGone } from "#web/pwa/outbox/unsent-edits.ts";
import { sendNow } from "#web/pwa/use-offline.ts";
import { Button } from "#web/ui/button.tsx";
import { focusHeading } from "#web/ui/focus-heading.ts";
import { ConfirmModal } from "#web/ui/form/confirm-modal.tsx";
import { UnsentLines } from "./unsent-lines.tsx";
import { age, isFixable, mayBeApplied, stateOf } from "./unsent-words.ts";
import { useDescription } from "./use-description.ts";
import "./waiting.scss";
import "#web/ui/tile.scss";

interface UnsentCardProps {
  unsent: UnsentEdit;
  /** An earlier edit of the same thing must be sent first. */
  isBlocked: boolean;
}

/** An unsent edit: its changes, and the user's options. */
export function UnsentCard({ unsent, isBlocked }: UnsentCardProps) {
  const { entry, queue, edit, thing, stuck } = unsent;
  const description = useDescription(thing);
  const [asking, setAsking] = useState(false);
  const online = useOnline();
  const now = useNow();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const isConflict = entry.state === "conflict";
  const body = edit?.request.body;
  const current = isConflict ? stuck?.problem?.current : undefined;
  const lines = (edit && description?.lines(body, edit, current)) ?? [];
  const locked = current === undefined ? undefined : description?.locked?.(current);
  const draft = isFixable(unsent) ? description?.draft : undefined;
  const title = thing?.title ?? "Edit";
  const canSend = edit !== null && !isBlocked;

  const again = async () => {
    if (isStuck(entry)) await sendAgain(unsent);
    await sendNow();
  };
  const confirm = async () => {
    if (!(await askToConfirm())) return;
    await sendAllConfirmed();
    await sendNow();
  };
  const fix = async () => {
    const key = await queue.key();
    if (!draft || !thing || !key) return;
    // Save the draft before removing the edit from the queue, so that it is never lost.
    await putDraft(key, `${thing.screen}#${draft.form}`, {
      values: draft.values(body),
      version: entry.version,
    });
    await discard(unsent);
    // The form loads the server's values, and the draft changes them.
    await untilGone(entry.id);
    queries.removeQueries({ type: "inactive" });
    void navigate(thing.screen);
  };

  /** The focused button disappears with this card (G1). */
  const giveUp = async () => {
    await (isConflict ? keepTheirs : discard)(unsent);
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
        {stateOf(unsent, isBlocked, locked)}
      </p>
      <UnsentLines lines={lines} isConflict={isConflict} />
      <div className="form-buttons">
        {isConflict ? (
          <>
            {!locked && (
              <Button look="primary" onClick={again}>
                Keep mine
              </Button>
            )}
            <Button onClick={giveUp}>Keep theirs</Button>
          </>
        ) : (
          <>
            {canSend && lacksConfirmation(unsent) && (
              // Also shown offline, because the text above says to press it.
              <Button look="primary" disabled={!online} onClick={confirm}>
                Confirm
              </Button>
            )}
            {canSend && online && !lacksConfirmation(unsent) && (
              <Button look="primary" onClick={again}>
                Send now
              </Button>
            )}
            {draft && <Button onClick={fix}>{entry.state === "refused" ? "Fix" : "Edit"}</Button>}
            <Button onClick={() => setAsking(true)}>Discard</Button>
          </>
        )}
      </div>
      {asking && (
        <ConfirmModal
          title={`Discard “${title}”?`}
          yes="Discard"
          no="Keep"
          isLoss
          onYes={giveUp}
          onNo={() => setAsking(false)}
        >
          <p>
            {mayBeApplied(unsent)
              ? "This deletes your edit from this device. It was sent before, so the server may have it."
              : "This deletes your edit from this device. It will not be sent."}
          </p>
        </ConfirmModal>
      )}
    </li>
  );
}
