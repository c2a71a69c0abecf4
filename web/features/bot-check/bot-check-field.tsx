import { useEffect, useSyncExternalStore } from "react";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import type { BotCheck } from "./bot-check.ts";
import "./bot-check-field.scss";

/** Shows the state of a form's bot check. The check starts by itself, without a click. */
export function BotCheckField({ check }: { check: BotCheck }) {
  const state = useSyncExternalStore(check.watch, check.state);
  // Ignored here: this field shows the failure, and so does the form when it is sent.
  const begin = () => void check.answer().catch(() => undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a failure waits for the button
  useEffect(() => {
    if (state === "idle") begin();
  }, [state]);

  return (
    <div className={state === "failed" ? "bot-check is-failed" : "bot-check"} role="status">
      {state === "passed" && (
        <>
          <Icon name="success" />
          <p>Checked: you are not a robot.</p>
        </>
      )}
      {(state === "idle" || state === "working") && (
        <>
          <Spinner label="Bot check" />
          <p>Checking that you are not a robot. This takes a moment.</p>
        </>
      )}
      {state === "failed" && (
        <>
          <Icon name="danger" />
          <p>We could not check that you are not a robot. Check your connection and try again.</p>
          <Button onClick={begin}>Try Again</Button>
        </>
      )}
    </div>
  );
}
