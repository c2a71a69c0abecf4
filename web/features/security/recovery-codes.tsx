import { useEffect, useRef } from "react";
import { download } from "#web/lib/download.ts";
import { hostBrand } from "#web/lib/page-brand.ts";
import { Button } from "#web/ui/button.tsx";
import { showNotice, showSuccess } from "#web/ui/notice-store.ts";
import "./security.scss";

interface RecoveryCodesProps {
  codes: readonly string[];
  doneLabel: string;
  busy?: boolean;
  onDone: () => void;
}

/** Prints only the codes: `security.scss` hides the rest of the page. */
function printCodes(): void {
  const { dataset } = document.documentElement;
  dataset.printing = "codes";
  window.addEventListener("afterprint", () => delete dataset.printing, { once: true });
  window.print();
}

/** New recovery codes. The portal stores only their hashes, so it can show them only once. */
export function RecoveryCodes({ codes, doneLabel, busy = false, onDone }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const title = `Recovery codes for ${hostBrand().name}`;
  // The pressed button has disappeared.
  useEffect(() => heading.current?.focus(), []);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join("\n"));
      showSuccess("Copied", "The recovery codes are on the clipboard.");
    } catch {
      // The browser refuses without TLS, or without permission.
      showNotice({ kind: "danger", title: "Not Copied", text: "Select the codes and copy them." });
    }
  };
  const store = () => {
    const text = [title, "Each code works once.", "", ...codes, ""].join("\r\n");
    download(new Blob([text], { type: "text/plain" }), "recovery-codes.txt");
  };

  return (
    <section className="recovery-codes" aria-labelledby="new-codes">
      <h2 id="new-codes" ref={heading} tabIndex={-1} className="section-title">
        {title}
      </h2>
      <p>
        If you lose your phone, you can sign in with your password and one of these codes. Each code
        works once. Save them now: we cannot show them again.
      </p>
      <ul className="code-list">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="row-buttons">
        <Button onClick={copy}>Copy</Button>
        <Button icon="download" onClick={store}>
          Download
        </Button>
        <Button onClick={printCodes}>Print</Button>
      </div>
      <div className="form-buttons">
        <Button look="primary" busy={busy} onClick={onDone}>
          {doneLabel}
        </Button>
      </div>
    </section>
  );
}
