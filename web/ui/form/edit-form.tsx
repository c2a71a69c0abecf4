import type { FormEvent, ReactNode } from "react";
import { useOnline } from "#web/lib/use-online.ts";
import { Button } from "../button.tsx";
import { Form } from "../form.tsx";
import { ConfirmModal } from "./confirm-modal.tsx";
import { ConflictModal, type Difference } from "./conflict-modal.tsx";
import "./edit-form.scss";

interface EditFormProps {
  /** The parts of `useEditForm`'s result that the frame of a form needs. */
  form: {
    submit: (event: FormEvent) => Promise<void> | undefined;
    busy: boolean;
    isDirty: boolean;
    problem: string | undefined;
    guard: { asking: boolean; stay: () => void; leave: () => void };
    conflict: object | undefined;
    keepMine: () => void;
    keepTheirs: () => void;
    closeConflict: () => void;
  };
  /** The differences to show in a conflict. */
  differences?: readonly Difference[];
  /** In a conflict: why my version can never be saved, if so. */
  locked?: string | undefined;
  submitLabel: string;
  /** By default, primary once something has changed. */
  submitLook?: "primary" | "plain";
  /** The edit cannot wait on the phone, so it is not saved offline. */
  needsNetwork?: boolean;
  /** Shows the fields without the submit button, because nothing can be edited now. */
  readOnly?: boolean;
  /** Further buttons beside the one that submits. */
  buttons?: ReactNode;
  /** For a form with a layout of its own. */
  className?: string;
  children: ReactNode;
}

/**
 * Focuses the first invalid field on screen. React Hook Form would choose by the order of
 * registration or of the server's answer, and a screen reader would miss a field above.
 */
function focusFirstInvalid(form: HTMLFormElement) {
  const first = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  const focused = document.activeElement;
  if (!first || !focused) return;
  const isAbove = first.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING;
  if (isAbove) first.focus();
}

/** The frame of every edit form: fields, errors, buttons, and the questions it may ask. */
export function EditForm(props: EditFormProps) {
  const { form, readOnly = false } = props;
  const online = useOnline();
  const isAway = props.needsNetwork === true && !online;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const element = event.currentTarget;
    await form.submit(event);
    // By then the errors are rendered.
    requestAnimationFrame(() => focusFirstInvalid(element));
  };
  return (
    <Form className={props.className} onSubmit={submit}>
      <fieldset disabled={readOnly} className="plain-fieldset">
        {props.children}
      </fieldset>
      <div className="form-buttons">
        {/* Beside the pressed button, so that a sticky bar shows it too. */}
        <p className="form-problem help is-danger" role="alert">
          {!isAway && form.problem}
        </p>
        {props.needsNetwork && (
          <p className="form-problem help" role="status">
            {isAway && "You need to be online to save this."}
          </p>
        )}
        {!readOnly && (
          <Button
            type="submit"
            look={props.submitLook ?? (form.isDirty ? "primary" : "plain")}
            busy={form.busy}
            disabled={isAway}
          >
            {props.submitLabel}
          </Button>
        )}
        {props.buttons}
      </div>
      {form.guard.asking && (
        <ConfirmModal
          title="Leave without saving?"
          yes="Leave"
          no="Stay"
          isLoss
          onYes={form.guard.leave}
          onNo={form.guard.stay}
        >
          <p>You have unsaved changes.</p>
        </ConfirmModal>
      )}
      {form.conflict && (
        <ConflictModal
          differences={props.differences ?? []}
          locked={props.locked}
          busy={form.busy}
          onMine={form.keepMine}
          onTheirs={form.keepTheirs}
          onClose={form.closeConflict}
        />
      )}
    </Form>
  );
}
