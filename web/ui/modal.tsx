import {
  type PointerEvent,
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

/**
 * For this long (ms) after it opens, a modal ignores presses on its backdrop: the second tap of a
 * double tap would close what the first tap opened.
 */
const doubleTap = 500;

interface ModalProps {
  title: string;
  onClose: () => void;
  /** Whether closing would lose input; then closing asks first. */
  unsaved?: boolean;
  /** While true, it cannot be closed. */
  held?: boolean;
  children: ReactNode;
}

/**
 * A native modal dialog, open while it is mounted. The browser keeps the focus inside. Escape and
 * the browser's Back close it; the focus returns to what opened it. When the modal opens, the
 * control marked `data-takes-focus` gets the focus, or else the heading.
 */
export function Modal({ title, onClose, unsaved = false, held = false, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const openedAt = useRef(0);
  /**
   * Whether the latest press began on the backdrop. If the user selects text and releases the
   * button over the backdrop, the modal stays open.
   */
  const isBackdropPressed = useRef(false);
  const [asking, setAsking] = useState(false);
  const close = () => {
    if (held) return;
    if (unsaved) setAsking(true);
    else dialog.current?.close();
  };

  const ask = (event: SyntheticEvent) => {
    // A modal inside this one closes separately.
    const asked = event.target instanceof Element && event.target.closest("dialog");
    if (!(unsaved || held) || asked !== dialog.current) return;
    event.preventDefault();
    close();
  };
  const press = (event: PointerEvent) => {
    const isEarly = performance.now() - openedAt.current < doubleTap;
    isBackdropPressed.current = event.target === dialog.current && !isEarly;
  };

  useEffect(() => {
    const opener = document.activeElement;
    openedAt.current = performance.now();
    dialog.current?.showModal();
    // The browser would focus the Close button, and Enter would close the modal at once.
    const control = dialog.current?.querySelector<HTMLElement>("[data-takes-focus]");
    (control ?? heading.current)?.focus({ preventScroll: true });
    return () => {
      // The dialog has been removed, so the browser does not return the focus itself.
      if (opener instanceof HTMLElement && opener !== document.body) opener.focus();
      // The opener may be gone too, or the page opened the modal by itself (G1).
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
      // React also passes on the close event of a modal inside this one, which closes separately.
      onClose={(event) => event.target === dialog.current && onClose()}
      onCancel={ask}
      // Chromium does not always let us prevent `cancel`, but we can always prevent what the key
      // does.
      onKeyDown={(event) => event.key === "Escape" && ask(event)}
      onPointerDown={press}
      onClick={(event) => event.target === dialog.current && isBackdropPressed.current && close()}
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
