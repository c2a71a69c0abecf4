import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { shortcutKeys, useShortcut } from "./use-shortcut-keys.ts";
import "./keys-help.scss";

interface KeysHelpProps {
  isOn: boolean;
  turn: (on: boolean) => void;
}

/** A button that opens the list of keys, where the user can turn them off. Not on phones. */
export function KeysHelp({ isOn, turn }: KeysHelpProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="keys-help">
      <Button look="quiet" {...useShortcut("?")} onClick={() => setOpen(true)}>
        Keys <kbd>?</kbd>
      </Button>
      {isOpen && (
        <Modal title="Keys" onClose={() => setOpen(false)}>
          <dl className="keys-list">
            {shortcutKeys.map(({ key, does }) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
          <label className="check">
            <input
              type="checkbox"
              checked={isOn}
              onChange={(event) => turn(event.target.checked)}
            />
            Use these keys on this computer
          </label>
        </Modal>
      )}
    </div>
  );
}
