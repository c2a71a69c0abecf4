import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type Erasure, erasureKinds, privacyEndpoints } from "#shared/privacy.ts";
import { ApiError } from "#web/api/api-error.ts";
import { reasonOf } from "#web/api/error-sentences.ts";
import { save } from "#web/api/save.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Form } from "#web/ui/form.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { showSuccess } from "#web/ui/notice-store.ts";
import { kindNames, personOf } from "./erasure-columns.tsx";

interface EraseModalProps {
  /** The person to fill in, if the user comes from that person's account or submission. */
  begin?: { kind: Erasure["kind"]; id: string } | undefined;
  onClose: () => void;
}

const labels: Record<Erasure["kind"], { id: string; name: string }> = {
  psychic: { id: "User Id", name: "Username" },
  customer: { id: "Customer Id", name: "Username" },
  applicant: { id: "Submission Number", name: "Name" },
};

/** Asks whom to erase and why. The typed name guards against a wrong id. */
export function EraseModal({ begin, onClose }: EraseModalProps) {
  const queries = useQueryClient();
  const [kind, setKind] = useState<Erasure["kind"]>(begin?.kind ?? "psychic");
  const [typed, setTyped] = useState({ id: begin?.id ?? "", name: "", reason: "" });
  const [settled, setSettled] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();

  const errors = error instanceof ApiError ? (error.problem?.errors ?? []) : [];
  const errorAt = (path: string) => errors.find((one) => one.path === path)?.message;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(undefined);
    const id = Number(typed.id);
    try {
      const body = { ...typed, kind, id, ...(kind === "psychic" && { settled }) };
      await save(privacyEndpoints.erasePerson, { body });
      showSuccess(
        "Person Erased",
        `${personOf({ kind, person_id: id })} is erased. A long history takes a while: the list says when it is gone.`,
      );
      onClose();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
      await queries.invalidateQueries({ queryKey: ["GET", "/erasures"] });
    }
  };

  const field = (key: keyof typeof typed, label: string) => (
    <Field label={label} error={errorAt(key)}>
      {(input) => (
        <input
          {...input}
          className="input"
          inputMode={key === "id" ? "numeric" : undefined}
          autoComplete="off"
          value={typed[key]}
          onChange={(event) => setTyped({ ...typed, [key]: event.target.value })}
        />
      )}
    </Field>
  );

  return (
    <Modal title="Erase a Person" onClose={onClose} held={busy}>
      <Form onSubmit={submit}>
        <p className="field">
          You cannot undo this. Names, texts, pictures and recordings are deleted. Figures stay.
          Backups still contain the person until the operator deletes them.
        </p>
        <Field label="Who">
          {(input) => (
            <div className="select is-fullwidth">
              <select
                {...input}
                value={kind}
                onChange={(event) => {
                  setKind(event.target.value as Erasure["kind"]);
                  setSettled(false);
                }}
              >
                {erasureKinds.map((one) => (
                  <option key={one} value={one}>
                    {kindNames[one]}
                  </option>
                ))}
              </select>
            </div>
          )}
        </Field>
        {field("id", labels[kind].id)}
        {field("name", labels[kind].name)}
        {field("reason", "Reason, without the name")}
        {kind === "psychic" && (
          <label className="check field">
            <input
              type="checkbox"
              checked={settled}
              onChange={(event) => setSettled(event.target.checked)}
            />
            Everything is paid, and the tax forms are filed
          </label>
        )}
        <p className="help is-danger" role="alert">
          {error !== undefined && errors.length === 0 ? reasonOf(error) : ""}
        </p>
        <div className="form-buttons">
          <Button look="primary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="danger" busy={busy}>
            Erase
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
