import type { FormEvent, ReactNode } from "react";
import { Button } from "../button.tsx";
import { Form } from "../form.tsx";
import { ConfirmModal } from "./confirm-modal.tsx";
import { ConflictModal, type Difference } from "./conflict-modal.tsx";
import "./edit-form.scss";

interface EditFormProps {
  /** What `useEditForm` answers; of it, what the frame of a form needs. */
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
  /** In words, for the conflict. */
  differences?: readonly Difference[];
  submitLabel: string;
  /** Nothing can be edited now: the fields are shown and the button is not. */
  readOnly?: boolean;
  /** Further buttons beside the one that submits. */
  buttons?: ReactNode;
  children: ReactNode;
}

/**
 * The fields are focused in the order in which they were registered, and those the server refused
 * in the order of its answer. Whoever reads on from there must miss no field above.
 */
function focusFirstInvalid(form: HTMLFormElement) {
  const first = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  const focused = document.activeElement;
  if (!first || !focused) return;
  const isAbove = first.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING;
  if (isAbove) first.focus();
}

/** The frame of every edit: fields, what went wrong, the buttons, and the questions it may ask. */
export function EditForm(props: EditFormProps) {
  const { form, readOnly = false } = props;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const element = event.currentTarget;
    await form.submit(event);
    // The errors are drawn by then.
    requestAnimationFrame(() => focusFirstInvalid(element));
  };
  return (
    <Form onSubmit={submit}>
      <fieldset disabled={readOnly} className="plain-fieldset">
        {props.children}
      </fieldset>
      <div className="form-buttons">
        {/* Beside the button that was pressed: a bar that stays in view has it too. */}
        <p className="form-problem help is-danger" role="alert">
          {form.problem}
        </p>
        {!readOnly && (
          <Button type="submit" look="primary" busy={form.busy}>
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
          <p>What you typed here has not been saved.</p>
        </ConfirmModal>
      )}
      {form.conflict && (
        <ConflictModal
          differences={props.differences ?? []}
          busy={form.busy}
          onMine={form.keepMine}
          onTheirs={form.keepTheirs}
          onClose={form.closeConflict}
        />
      )}
    </Form>
  );
}
