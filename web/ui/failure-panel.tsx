import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

interface FailurePanelProps {
  /** What is not there, and why: a sentence each. */
  title: string;
  text: string;
  onRetry: () => void;
}

/** Stands where data would: what happened, and a way on. */
export function FailurePanel({ title, text, onRetry }: FailurePanelProps) {
  const retry = () => {
    // The panel gives way to what loads: the focus goes where the screen begins.
    document.querySelector("h1")?.focus();
    onRetry();
  };
  return (
    <div className="state-panel">
      <Icon name="danger" size={28} />
      <p className="state-title">{title}</p>
      <p>{text}</p>
      <Button onClick={retry}>Try Again</Button>
    </div>
  );
}
