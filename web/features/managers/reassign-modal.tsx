import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { managerEndpoints, reassignedAtMost, reassignmentUndoableFor } from "#shared/managers.ts";
import { reasonOf } from "#web/api/error-sentences.ts";
import { save } from "#web/api/save.ts";
import { Button } from "#web/ui/button.tsx";
import { Form } from "#web/ui/form.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { showSuccess } from "#web/ui/notice-store.ts";
import { ManagerChoice } from "./manager-choice.tsx";
import { refreshManaged } from "./refresh-managed.ts";
import { managerName, useManagers } from "./use-managers.ts";
import "./reassign-modal.scss";

/** A psychic or an application. */
export interface Reassignable {
  id: number;
  name: string;
  manager_id: number | null;
}

interface ReassignModalProps {
  what: "psychics" | "contacts";
  rows: readonly Reassignable[];
  onClose: () => void;
}

const nouns = {
  psychics: { one: "psychic", many: "psychics" },
  contacts: { one: "application", many: "applications" },
};

/** Gives psychics or applications to another manager, with half a minute to undo it. */
export function ReassignModal({ what, rows, onClose }: ReassignModalProps) {
  // The rows as they were when the modal opened. If somebody else has moved one since, the server
  // refuses.
  const [offered] = useState(() => rows.slice(0, reassignedAtMost));
  const queries = useQueryClient();
  const managers = useManagers();
  const [ticked, setTicked] = useState<ReadonlySet<number>>(
    () => new Set(offered.length === 1 ? [offered[0]?.id ?? 0] : []),
  );
  const [to, setTo] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [done, setDone] = useState<{ id: number; count: number; words: string }>();
  const { one, many } = nouns[what];
  const counted = ticked.size === 1 ? `1 ${one}` : `${ticked.size} ${many}`;

  const attempt = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(reasonOf(error));
    } finally {
      setBusy(false);
      await refreshManaged(queries);
    }
  };
  const move = async () => {
    const moved = offered
      .filter(({ id }) => ticked.has(id))
      .map(({ id, manager_id }) => ({ id, from: manager_id }));
    const body =
      what === "psychics"
        ? { psychics: moved.map(({ id, from }) => ({ id, from: from ?? 0 })) }
        : { contacts: moved };
    const answer = await save(managerEndpoints.reassign, { body: { to: Number(to), ...body } });
    const manager = managers?.find(({ user_id }) => user_id === Number(to));
    const verb = ticked.size === 1 ? "belongs" : "belong";
    const words = `${counted} ${verb} to ${manager ? managerName(manager) : "another manager"} now.`;
    if (!answer.data) return;
    const { id, psychics, contacts } = answer.data;
    setDone({ id, count: psychics + contacts, words });
  };
  const undo = async () => {
    if (!done) return;
    const { data } = await save(managerEndpoints.undoReassignment, {
      params: { id: String(done.id) },
    });
    const back = (data?.psychics ?? 0) + (data?.contacts ?? 0);
    if (back === done.count) {
      showSuccess("Undone", "Everything is as it was before.");
      onClose();
    } else
      setProblem(
        `${back} of ${done.count} came back. Somebody else has reassigned the rest since, so they stay there.`,
      );
  };

  if (done) {
    return (
      // A modal of its own: it takes the focus, which the pressed button has lost.
      <Modal key="done" title="Reassigned" onClose={onClose}>
        <p role="status">{done.words}</p>
        <p className="help is-danger" role="alert">
          {problem}
        </p>
        <div className="form-buttons">
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
          <UndoButton busy={busy} onUndo={() => attempt(undo)} />
        </div>
      </Modal>
    );
  }
  const isEach = ticked.size === offered.length;
  return (
    <Modal
      title={offered.length === 1 ? `Reassign ${offered[0]?.name}` : "Reassign"}
      onClose={onClose}
    >
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (ticked.size === 0) setProblem(`Choose at least one ${one}.`);
          else if (to === "") setProblem("Choose who takes over.");
          else void attempt(move);
        }}
      >
        {offered.length > 1 && (
          <fieldset className="plain-fieldset reassigned">
            <legend className="label">Which {many}?</legend>
            <label className="check">
              <input
                type="checkbox"
                checked={isEach}
                onChange={() =>
                  setTicked(isEach ? new Set() : new Set(offered.map(({ id }) => id)))
                }
              />
              {offered.length < rows.length ? "The first" : "All"} {offered.length} on this page
            </label>
            <ul>
              {offered.map(({ id, name }) => (
                <li key={id}>
                  <label className="check">
                    <input
                      type="checkbox"
                      checked={ticked.has(id)}
                      onChange={() => setTicked(toggled(ticked, id))}
                    />
                    {name}
                  </label>
                </li>
              ))}
            </ul>
          </fieldset>
        )}
        <ManagerChoice
          label="Who takes over?"
          among={(manager) =>
            (what === "contacts" || manager.has_psychics) &&
            offered.some(({ manager_id }) => manager_id !== manager.user_id)
          }
          chosen={to}
          onChoose={setTo}
        />
        <p className="help is-danger" role="alert">
          {problem}
        </p>
        <div className="form-buttons">
          <Button type="submit" look="primary" busy={busy}>
            {ticked.size > 1 ? `Reassign ${counted}` : "Reassign"}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </Form>
    </Modal>
  );
}

function toggled(ids: ReadonlySet<number>, id: number): Set<number> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Disappears a second before the server would refuse. */
function UndoButton({ busy, onUndo }: { busy: boolean; onUndo: () => void }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), reassignmentUndoableFor - 1_000);
    return () => clearTimeout(timer);
  }, []);
  return isOver ? null : (
    <Button busy={busy} onClick={onUndo}>
      Undo
    </Button>
  );
}
