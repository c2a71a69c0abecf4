import { useOnline } from "#web/lib/use-online.ts";
import { Button } from "#web/ui/button.tsx";
import { showSuccess } from "#web/ui/notice-store.ts";
import { useFactorChange } from "./use-factor-change.ts";

const addPasskey = async () => (await import("./new-passkey.ts")).addPasskey();

interface AddPasskeyProps {
  look: "primary" | "plain";
  /** Called with the recovery codes that came with it, if any did. */
  onAdded: (codes: readonly string[] | null) => void;
  onFailed?: (error: unknown) => void;
}

/** A button that makes a passkey on this device. */
export function AddPasskey({ look, onAdded, onFailed }: AddPasskeyProps) {
  const { busy, problem, change } = useFactorChange(onFailed);
  const online = useOnline();
  const add = async () => {
    const codes = await change(addPasskey);
    if (codes === undefined) return;
    showSuccess("Passkey Added", "You can sign in with it from now on.");
    onAdded(codes);
  };
  return (
    <>
      <Button look={look} icon="passkey" busy={busy} disabled={!online} onClick={add}>
        Add a Passkey
      </Button>
      <p className="help is-danger" role="alert">
        {problem}
      </p>
    </>
  );
}
