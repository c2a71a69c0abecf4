import { useOnline } from "../lib/use-online.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

interface FailurePanelProps {
  /** What is not there, and why: a sentence each. */
  title: string;
  text: string;
  onRetry: () => void;
}

/** Stands where data would: what happened, and a way on; without a network no alarm (D41). */
export function FailurePanel({ title, text, onRetry }: FailurePanelProps) {
  const retry = () => {
    // The panel gives way to what loads: the focus goes where the screen begins.
    document.querySelector("h1")?.focus();
    onRetry();
  };
  // A server that is away while there is a network has its own sentence.
  const online = useOnline() || navigator.onLine;
  return (
    <div className={online ? "state-panel" : "state-panel is-offline"}>
      <Icon name={online ? "danger" : "offline"} size={28} />
      <p className="state-title">{title}</p>
      <p>
        {online ? text : "This needs the network. It comes by itself once the network is back."}
      </p>
      <Button onClick={retry}>Try Again</Button>
    </div>
  );
}
