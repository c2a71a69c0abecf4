import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { factorEndpoints } from "#shared/factors.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { query } from "#web/api/query.ts";
import { localDay, writtenDay } from "#web/lib/dates.ts";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { focusHeading } from "#web/ui/focus-heading.ts";
import { Spinner } from "#web/ui/spinner.tsx";
import { CodeAppSection } from "./code-app-section.tsx";
import { PasskeysSection } from "./passkeys-section.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { RecoveryCodesSection } from "./recovery-codes-section.tsx";
import "./security.scss";

/** How the user signs in: passkeys, the code app and recovery codes (D53). */
export function SecuritySettings() {
  const { data, error, refetch } = useQuery(query(factorEndpoints.getFactors));
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  if (!data) {
    return error ? (
      <FailurePanel
        title="Your security settings could not be loaded"
        text={sentenceOf(error)}
        onRetry={refetch}
      />
    ) : (
      <div className="form-card is-narrow is-awaited">
        <Spinner label="Loading your security settings" />
      </div>
    );
  }
  const { passkeys, code_app_since, recovery_codes_left, needed_by } = data;
  const hasFactor = passkeys.length > 0 || code_app_since !== null;
  return (
    <div className="security-settings">
      {needed_by && (
        <p className="form-note">
          Add a passkey or a code app before {writtenDay(localDay(Date.parse(needed_by)))}. From
          then on, a password alone is not enough for staff.
        </p>
      )}
      {!hasFactor && !needed_by && (
        <p className="screen-note">
          Passwords get stolen. If you add a passkey or a code app, nobody can sign in with your
          password alone.
        </p>
      )}
      {codes && (
        <div className="form-card is-narrow">
          <RecoveryCodes
            codes={codes}
            doneLabel="I Have Saved Them"
            onDone={() => {
              setCodes(null);
              focusHeading();
            }}
          />
        </div>
      )}
      <PasskeysSection passkeys={passkeys} onAdded={setCodes} />
      <CodeAppSection since={code_app_since} onAdded={setCodes} />
      <RecoveryCodesSection left={recovery_codes_left} isUseful={hasFactor} onMade={setCodes} />
    </div>
  );
}
