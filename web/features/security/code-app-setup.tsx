import { type FormEvent, useEffect, useRef, useState } from "react";
import { factorEndpoints } from "#shared/factors.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { save } from "#web/api/save.ts";
import { useMedia } from "#web/lib/use-media.ts";
import { useOnline } from "#web/lib/use-online.ts";
import { Button } from "#web/ui/button.tsx";
import { Form } from "#web/ui/form.tsx";
import { showSuccess } from "#web/ui/notice-store.ts";
import { TextField } from "#web/ui/text-field.tsx";
import { QrCode } from "./qr-code.tsx";
import { useFactorChange } from "./use-factor-change.ts";
import "./security.scss";

interface CodeAppSetupProps {
  label: string;
  /** Called with the recovery codes that came with it, if any did. */
  onAdded: (codes: readonly string[] | null) => void;
  onFailed?: (error: unknown) => void;
}

type NewApp = ResponseOf<typeof factorEndpoints.beginCodeApp>;

/** A button that begins a new code app. Its secret, and the field for a first code, then follow. */
export function CodeAppSetup({ label, onAdded, onFailed }: CodeAppSetupProps) {
  const [app, setApp] = useState<NewApp>();
  const { busy, problem, change } = useFactorChange(onFailed);
  const online = useOnline();
  const begin = async () => {
    const begun = await change(() => save(factorEndpoints.beginCodeApp, {}));
    if (begun?.data) setApp(begun.data);
  };
  if (app) {
    return (
      <CodeAppSteps
        app={app}
        onAdded={(codes) => {
          setApp(undefined);
          onAdded(codes);
        }}
        onCancel={() => setApp(undefined)}
        {...(onFailed && { onFailed })}
      />
    );
  }
  return (
    <div>
      <Button busy={busy} disabled={!online} onClick={begin}>
        {label}
      </Button>
      <p className="help is-danger" role="alert">
        {problem}
      </p>
    </div>
  );
}

const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(" ") ?? "";

interface CodeAppStepsProps extends Omit<CodeAppSetupProps, "label"> {
  app: NewApp;
  onCancel: () => void;
}

function CodeAppSteps({ app, onAdded, onCancel, onFailed }: CodeAppStepsProps) {
  const [code, setCode] = useState("");
  const [isMissing, setMissing] = useState(false);
  const { busy, problem, change } = useFactorChange(onFailed);
  const isPhone = useMedia("(pointer: coarse)");
  const steps = useRef<HTMLParagraphElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const field = () => form.current?.querySelector<HTMLInputElement>("[name=code]");
  // The pressed button has disappeared.
  useEffect(() => steps.current?.focus(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === "") {
      setMissing(true);
      field()?.focus();
      return;
    }
    const saved = await change(() =>
      save(factorEndpoints.confirmCodeApp, { body: { code: code.trim() } }),
    );
    if (!saved?.data) {
      field()?.select();
      return;
    }
    showSuccess("Code App Added", "From now on you enter its code after your password.");
    onAdded(saved.data.recovery_codes);
  };

  return (
    <Form ref={form} className="code-app-steps" onSubmit={submit}>
      <p ref={steps} tabIndex={-1} className="label">
        Add the portal to your code app
      </p>
      <ol>
        <li>
          On your phone, open a code app such as Google Authenticator or 1Password, and scan this:
          <QrCode text={app.address} label="QR code with the key for your code app" />
          {isPhone && (
            <p>
              <a href={app.address}>Open in my code app</a>
            </p>
          )}
          <p>
            Or enter this key by hand: <code className="code-app-key">{inFours(app.secret)}</code>
          </p>
        </li>
        <li>
          <TextField
            label="Enter the code that the app shows"
            name="code"
            autoComplete="one-time-code"
            inputMode="numeric"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            error={isMissing && code.trim() === "" ? "Code is required" : problem}
            value={code}
            onText={setCode}
          />
        </li>
      </ol>
      <div className="form-buttons">
        <Button type="submit" look="primary" busy={busy}>
          Finish
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </Form>
  );
}
