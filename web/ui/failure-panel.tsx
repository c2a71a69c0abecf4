import { useOnline } from "../lib/use-online.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

interface FailurePanelProps {
  /** What is not there, and why: a sentence each. */
  title: string;
  text: string;
  onRetry: () => void;
}

/** Shown instead of data: what happened, and a button to try again. Offline is no alarm (D41). */
export function FailurePanel({ title, text, onRetry }: FailurePanelProps) {
  const retry = () => {
    // The panel disappears while data loads: the focus goes to the start of the screen.
    document.querySelector("h1")?.focus();
    onRetry();
  };
  // Online with a server that is away: `text` says so.
  const online = useOnline() || navigator.onLine;
  return (
    <div className={online ? "state-panel" : "state-panel is-offline"}>
      <Icon name={online ? "danger" : "offline"} size={28} />
      <p className="state-title">{title}</p>
      <p>{online ? text : "You need to be online for this. It loads once you are online again."}</p>
      <Button onClick={retry}>Try Again</Button>
    </div>
  );
}
