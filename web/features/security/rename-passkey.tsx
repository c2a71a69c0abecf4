import { useState } from "react";
import { factorEndpoints, type Passkey } from "#shared/factors.ts";
import { save } from "#web/api/save.ts";
import { Button } from "#web/ui/button.tsx";
import { Form } from "#web/ui/form.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useFactorChange } from "./use-factor-change.ts";

/** Changes the name by which a user recognizes a passkey. */
export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [name, setName] = useState(passkey.name);
  const { busy, problem, change } = useFactorChange();
  const rename = async () => {
    const params = { id: String(passkey.id) };
    const renamed = await change(() =>
      save(factorEndpoints.renamePasskey, { params, body: { name } }),
    );
    if (renamed) onClose();
  };
  return (
    <Modal title={`Rename ${passkey.name}`} unsaved={name !== passkey.name} onClose={onClose}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          void rename();
        }}
      >
        <TextField
          label="Name"
          name="name"
          autoComplete="off"
          data-takes-focus=""
          hint="At most 50 characters"
          error={problem}
          value={name}
          onText={setName}
        />
        <div className="form-buttons">
          <Button type="submit" look="primary" busy={busy} disabled={name === passkey.name}>
            Save
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </Form>
    </Modal>
  );
}
