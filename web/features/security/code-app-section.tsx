import { useRef, useState } from "react";
import { factorEndpoints } from "#shared/factors.ts";
import { save } from "#web/api/save.ts";
import { localTime } from "#web/lib/dates.ts";
import { useOnline } from "#web/lib/use-online.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmModal } from "#web/ui/form/confirm-modal.tsx";
import { CodeAppSetup } from "./code-app-setup.tsx";
import { useFactorChange } from "./use-factor-change.ts";

interface CodeAppSectionProps {
  /** When it was set up; null without one. */
  since: string | null;
  onAdded: (codes: readonly string[] | null) => void;
}

/** The user's code app. */
export function CodeAppSection({ since, onAdded }: CodeAppSectionProps) {
  const [isAsking, setAsking] = useState(false);
  const { busy, problem, change } = useFactorChange();
  const online = useOnline();
  const heading = useRef<HTMLHeadingElement>(null);
  const remove = async () => {
    const removed = await change(() => save(factorEndpoints.removeCodeApp, {}));
    setAsking(false);
    // The pressed button disappears.
    if (removed) heading.current?.focus();
  };
  return (
    <section className="form-card is-narrow" aria-labelledby="code-app">
      <h2 id="code-app" className="section-title" ref={heading} tabIndex={-1}>
        Code App
      </h2>
      <p>
        An app on your phone shows a new code every 30 seconds. You enter it after your password.
      </p>
      {since && <p className="help">Set up {localTime(since)}</p>}
      <p className="help is-danger" role="alert">
        {problem}
      </p>
      <CodeAppSetup
        label={since ? "Set Up on Another Phone" : "Set Up a Code App"}
        onAdded={(codes) => {
          heading.current?.focus();
          onAdded(codes);
        }}
      />
      {since && (
        <Button disabled={!online} onClick={() => setAsking(true)}>
          Remove Code App
        </Button>
      )}
      {isAsking && (
        <ConfirmModal
          title="Remove the code app?"
          yes="Remove"
          no="Keep"
          isLoss
          busy={busy}
          onYes={remove}
          onNo={() => setAsking(false)}
        >
          <p>
            You will not be able to sign in with codes from the app. If you have no passkey, your
            recovery codes stop working, too.
          </p>
        </ConfirmModal>
      )}
    </section>
  );
}
