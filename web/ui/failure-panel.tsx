import { useOnline } from "../lib/use-online.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

interface FailurePanelProps {
  /** One sentence for what is missing, and one for the reason. */
  title: string;
  text: string;
  onRetry: () => void;
}

/** Shown instead of data: what happened, and a button to try again. Calm while offline (D41). */
export function FailurePanel({ title, text, onRetry }: FailurePanelProps) {
  const retry = () => {
    // The panel disappears while data loads, so the focus moves to the start of the screen.
    document.querySelector("h1")?.focus();
    onRetry();
  };
  // `text` also shows if the browser is online but the server is away.
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
