import { useRef, useState } from "react";
import { type Factors, factorEndpoints, type Passkey } from "#shared/factors.ts";
import { passkeysAtMost } from "#shared/rules/factors.ts";
import { save } from "#web/api/save.ts";
import { localTime } from "#web/lib/dates.ts";
import { useOnline } from "#web/lib/use-online.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmModal } from "#web/ui/form/confirm-modal.tsx";
import { AddPasskey } from "./add-passkey.tsx";
import { canUsePasskeys } from "./can-use-passkeys.ts";
import { RenamePasskey } from "./rename-passkey.tsx";
import { useFactorChange } from "./use-factor-change.ts";
import "./security.scss";

interface PasskeyRowProps {
  passkey: Passkey;
  /** Whether to say where it works, because not all work on the same host. */
  showsHost: boolean;
  onRename: () => void;
  onRemove: () => void;
}

function PasskeyRow({ passkey, showsHost, onRename, onRemove }: PasskeyRowProps) {
  const { name, host, created_at, last_used_at } = passkey;
  const online = useOnline();
  return (
    <li className="passkey-row">
      <div>
        <p className="passkey-name">{name}</p>
        <p className="help">
          {showsHost && `Works on ${host}. `}
          Added {localTime(created_at)},{" "}
          {last_used_at ? `last used ${localTime(last_used_at)}` : "not used yet"}
        </p>
      </div>
      <div className="row-buttons">
        <Button aria-label={`Rename ${name}`} disabled={!online} onClick={onRename}>
          Rename
        </Button>
        <Button aria-label={`Remove ${name}`} disabled={!online} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  );
}

interface PasskeysSectionProps {
  passkeys: Factors["passkeys"];
  onAdded: (codes: readonly string[] | null) => void;
}

/** The user's passkeys. */
export function PasskeysSection({ passkeys, onAdded }: PasskeysSectionProps) {
  const [opened, setOpened] = useState<{ what: "name" | "removal"; passkey: Passkey }>();
  const { busy, problem, change } = useFactorChange();
  const heading = useRef<HTMLHeadingElement>(null);
  const showsHost = new Set(passkeys.map(({ host }) => host)).size > 1;
  const close = () => setOpened(undefined);

  const remove = async ({ id }: Passkey) => {
    const removed = await change(() =>
      save(factorEndpoints.removePasskey, { params: { id: String(id) } }),
    );
    close();
    // The pressed button disappears with its row.
    if (removed) heading.current?.focus();
  };

  return (
    <section className="form-card is-narrow" aria-labelledby="passkeys">
      <h2 id="passkeys" className="section-title" ref={heading} tabIndex={-1}>
        Passkeys
      </h2>
      <p>
        With a passkey, you sign in with your fingerprint, your face or your screen lock instead of
        your password.
      </p>
      {passkeys.length > 0 && (
        <ul className="passkey-list">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              showsHost={showsHost}
              onRename={() => setOpened({ what: "name", passkey })}
              onRemove={() => setOpened({ what: "removal", passkey })}
            />
          ))}
        </ul>
      )}
      <p className="help is-danger" role="alert">
        {problem}
      </p>
      {!canUsePasskeys() ? (
        <p className="help">This browser cannot make passkeys on this page.</p>
      ) : passkeys.length < passkeysAtMost ? (
        <AddPasskey look={passkeys.length > 0 ? "plain" : "primary"} onAdded={onAdded} />
      ) : (
        <p className="help">
          You can have at most {passkeysAtMost} passkeys. Remove one to add another.
        </p>
      )}
      {opened?.what === "name" && <RenamePasskey passkey={opened.passkey} onClose={close} />}
      {opened?.what === "removal" && (
        <ConfirmModal
          title={`Remove ${opened.passkey.name}?`}
          yes="Remove"
          no="Keep"
          isLoss
          busy={busy}
          onYes={() => remove(opened.passkey)}
          onNo={close}
        >
          <p>
            You will not be able to sign in with this passkey. If it is your last one and you have
            no code app, your recovery codes stop working, too. Your device may still list it: you
            can delete it there.
          </p>
        </ConfirmModal>
      )}
    </section>
  );
}
