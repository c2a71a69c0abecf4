import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";

interface LateModalProps<Props> {
  title: string;
  load: () => Promise<ComponentType<Props>>;
  onClose: () => void;
  /** Renders the modal once its files are loaded. */
  children: (Loaded: ComponentType<Props>) => ReactNode;
}

/**
 * A modal whose files load when it opens. If they fail to load, the screen behind it keeps what was
 * typed.
 */
export function LateModal<Props>({ title, load, onClose, children }: LateModalProps<Props>) {
  const [Loaded, setLoaded] = useState<ComponentType<Props>>();
  const [hasFailed, setFailed] = useState(false);
  const loadFiles = () => {
    setFailed(false);
    load().then(
      (component) => setLoaded(() => component),
      () => setFailed(true),
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the modal opens
  useEffect(loadFiles, []);

  if (Loaded) return children(Loaded);
  if (!hasFailed) return null;
  return (
    <Modal title={title} onClose={onClose}>
      <p role="alert">
        This could not be loaded. Check your connection and try again. The page behind this window
        still has what you typed.
      </p>
      <div className="form-buttons">
        <Button look="primary" onClick={loadFiles}>
          Try Again
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Modal>
  );
}
