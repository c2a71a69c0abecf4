import { useRef, useState } from "react";
import type { Phone } from "#shared/phones.ts";
import { writtenPhone } from "#shared/rules/phone-number.ts";
import { phonesAtMost } from "#shared/rules/phones.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { Button } from "#web/ui/button.tsx";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { ConfirmModal } from "#web/ui/form/confirm-modal.tsx";
import { tellSaved, waitingWords } from "#web/ui/form/tell-saved.ts";
import { Modal } from "#web/ui/modal.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { PhoneForm } from "./phone-form.tsx";
import { PhoneRow } from "./phone-row.tsx";
import { usePhones } from "./use-phones.ts";
import "./phones.scss";

interface PhonesModalProps {
  userId: number;
  /** The owner of the numbers, if it is not the user. */
  whose?: string;
  /** The dial prefix that a new number starts with. */
  prefix: number;
  readOnly?: boolean;
  onClose: () => void;
}

const outcomeWords = {
  saved: "Your phone numbers have been saved.",
  waiting: `Waiting to send. ${waitingWords}`,
};

/** Says why the user cannot remove the preferred one of several numbers, or cannot add one. */
const limitsOf = (phones: readonly Phone[]) =>
  [
    phones.length > 1 && "To remove the preferred number, first make another one preferred.",
    phones.length >= phonesAtMost &&
      `At most ${phonesAtMost} numbers are possible. Remove one to add another.`,
  ]
    .filter(Boolean)
    .join(" ");

/** Up to three numbers: one preferred, at most one for text messages (V25). */
export function PhonesModal({
  userId,
  whose,
  prefix,
  readOnly = false,
  onClose,
}: PhonesModalProps) {
  const numbers = usePhones(userId);
  const { phones, version, error, refusal, outcome, busy } = numbers;
  /** The id of the edited number, or `new`. */
  const [editing, setEditing] = useState<number | "new">();
  const [removing, setRemoving] = useState<Phone>();
  /** Whether the open form has unsaved changes. */
  const [typed, setTyped] = useState(false);
  const doneButton = useRef<HTMLButtonElement>(null);
  const [lastOutcome, setLastOutcome] = useState<typeof outcome>();
  if (outcome && outcome !== lastOutcome) setLastOutcome(outcome);

  const close = () => {
    onClose();
    // Only now, because the open modal shows the outcome itself.
    if (lastOutcome) tellSaved(lastOutcome === "waiting", "Phones Saved", outcomeWords.saved);
  };
  // Also undefined if somebody else has removed the number.
  const edited = phones?.find(({ id }) => id === editing);
  const edit = (which: number | "new") => {
    numbers.forgetRefusal();
    setEditing(which);
  };
  const endEditing = () => {
    setEditing(undefined);
    setTyped(false);
    // By then the form's buttons are gone.
    requestAnimationFrame(() => doneButton.current?.focus());
  };
  /** Moves the focus to Done once a change is saved, because the pressed button disappears. */
  const focusDoneAfter = async (saved: Promise<boolean>) => {
    if (await saved) doneButton.current?.focus();
  };
  const limits = phones && !readOnly && limitsOf(phones);
  const isEditing = editing === "new" || edited !== undefined;
  return (
    <Modal
      title={whose ? `Phone Numbers of ${whose}` : "Phone Numbers"}
      unsaved={typed}
      onClose={close}
    >
      {phones === undefined && !error && <Spinner label="Loading the phone numbers" />}
      {error && !phones && (
        <FailurePanel
          title="The phone numbers could not be loaded"
          text={sentenceOf(error)}
          onRetry={numbers.refetch}
        />
      )}
      {phones?.length === 0 && <p>No phone number yet.</p>}
      <ul className="phone-list">
        {phones?.map((phone) => (
          <PhoneRow
            key={phone.id}
            phone={phone}
            readOnly={readOnly || isEditing}
            busy={busy}
            mayRemove={!phone.preferred}
            onEdit={() => edit(phone.id)}
            onRemove={() => setRemoving(phone)}
            onPrefer={() => focusDoneAfter(numbers.prefer(phone))}
          />
        ))}
      </ul>
      {limits && <p className="help">{limits}</p>}
      {readOnly && <p className="help">These numbers cannot be changed now.</p>}
      <p className="help is-danger" role="alert">
        {refusal}
      </p>
      <p className="help is-good" role="status">
        {outcome && !isEditing && outcomeWords[outcome]}
      </p>
      {isEditing ? (
        <section
          className="inline-form"
          onInput={() => setTyped(true)}
          aria-label={edited ? "Change the number" : "Add a number"}
        >
          <PhoneForm
            key={editing}
            phone={edited ?? null}
            prefix={prefix}
            version={version}
            store={numbers.store}
            onDone={endEditing}
          />
        </section>
      ) : (
        <div className="form-buttons">
          {phones && phones.length < phonesAtMost && !readOnly && (
            <Button onClick={() => edit("new")}>Add Phone Number</Button>
          )}
          <Button ref={doneButton} look="primary" busy={busy} onClick={close}>
            Done
          </Button>
        </div>
      )}
      {removing && (
        <ConfirmModal
          title={`Remove ${writtenPhone(removing.phone_number)}?`}
          yes="Remove"
          no="Keep"
          isLoss
          onYes={() => {
            setRemoving(undefined);
            void focusDoneAfter(numbers.remove(removing));
          }}
          onNo={() => setRemoving(undefined)}
        >
          <p>This removes the number from the account. We send an e-mail about the change.</p>
          {removing.sms && (
            <p>
              This number takes the text messages (SMS). After you remove it, no number takes text
              messages until you turn them on for another one.
            </p>
          )}
        </ConfirmModal>
      )}
    </Modal>
  );
}
