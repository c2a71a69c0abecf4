import { useState } from "react";
import { privacyEndpoints } from "#shared/privacy.ts";
import { respond } from "#web/api/call.ts";
import { sendConfirmed } from "#web/api/confirmation.ts";
import { reasonOf } from "#web/api/error-sentences.ts";
import { download } from "#web/lib/download.ts";
import { useOnline } from "#web/lib/use-online.ts";
import { Button } from "#web/ui/button.tsx";
import "./own-data.scss";

/** Lets users download everything that the portal holds about them. */
export function OwnDataSection() {
  const online = useOnline();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [done, setDone] = useState<string>();

  const get = async () => {
    setBusy(true);
    setProblem(undefined);
    setDone(undefined);
    try {
      const answer = await sendConfirmed(() => respond(privacyEndpoints.exportOwnData, {}));
      const name = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1];
      download(await answer.blob(), name ?? "portal-data.zip");
      setDone(`${name ?? "The file"} is in your downloads.`);
    } catch (error) {
      setProblem(reasonOf(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <section className="form-card is-narrow own-data" aria-labelledby="own-data">
      <h2 id="own-data" className="section-title">
        Your Data
      </h2>
      <p>
        Download everything that the portal stores about you. You get a ZIP file that you can open
        on a computer. It has no passwords, PINs or SSNs. Keep the file where only you can open it.
      </p>
      <Button busy={busy} disabled={!online} onClick={get}>
        Download My Data
      </Button>
      {problem && (
        <p className="help is-danger" role="alert">
          {problem}
        </p>
      )}
      <p role="status">{done}</p>
    </section>
  );
}
