import {
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import { catchSteps, currentPlace, takeBack } from "#web/lib/history-steps.ts";
import { Button, IconButton } from "./button.tsx";
import { focusHeading } from "./focus-heading.ts";
import { Notices } from "./notices.tsx";
import { noteOpenModal } from "./open-modals.ts";
import "./modal.scss";

interface ModalProps {
  title: string;
  onClose: () => void;
  /** Something typed in it would be lost: closing it asks first. */
  unsaved?: boolean;
  children: ReactNode;
}

/**
 * A native modal dialog, open while it is mounted. The browser keeps the focus inside. Escape and
 * the browser's Back close it; the focus returns to what opened it.
 */
export function Modal({ title, onClose, unsaved = false, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const [asking, setAsking] = useState(false);
  const close = () => (unsaved ? setAsking(true) : dialog.current?.close());

  const ask = (event: SyntheticEvent) => {
    // A modal within this one is closed for itself.
    const asked = event.target instanceof Element && event.target.closest("dialog");
    if (!unsaved || asked !== dialog.current) return;
    event.preventDefault();
    setAsking(true);
  };

  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    // The browser would choose the Close button: Enter would then close what was just opened.
    heading.current?.focus({ preventScroll: true });
    return () => {
      // The dialog is gone by now, and with it the browser's own return of the focus.
      if (opener instanceof HTMLElement && opener !== document.body) opener.focus();
      // Its opener may be gone too, or the page itself opened it (G1).
      if (document.activeElement === document.body) focusHeading();
    };
  }, []);
  useEffect(() => noteOpenModal(titleId), [titleId]);
  const onBack = useEffectEvent(close);
  useEffect(() => {
    const here = currentPlace();
    const onStep = (event: PopStateEvent) => {
      const isCaught = takeBack(event, here) !== 0;
      if (isCaught) onBack();
      return isCaught;
    };
    return catchSteps(onStep, true);
  }, []);

  return (
    <dialog
      ref={dialog}
      className="modal-dialog"
      aria-labelledby={titleId}
      // React passes on the close event of a modal within this one, which closes for itself.
      onClose={(event) => event.target === dialog.current && onClose()}
      onCancel={ask}
      // Chromium lets a cancel be prevented only now and then; the key itself always.
      onKeyDown={(event) => event.key === "Escape" && ask(event)}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div className="modal-card">
        <header className="modal-card-head">
          <h2 ref={heading} className="modal-card-title" id={titleId} tabIndex={-1}>
            {title}
          </h2>
          <IconButton icon="close" label="Close" onClick={close} />
        </header>
        <div
          className="modal-card-body"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: long contents must scroll by keyboard
          tabIndex={0}
        >
          {children}
        </div>
        {asking && (
          <div className="modal-question" role="alert">
            <p>Close without saving what you typed?</p>
            <div className="row-buttons">
              <Button look="primary" onClick={() => setAsking(false)}>
                Stay
              </Button>
              <Button look="danger" onClick={() => dialog.current?.close()}>
                Close
              </Button>
            </div>
          </div>
        )}
      </div>
      <Notices modal={titleId} />
    </dialog>
  );
}
