import { type SyntheticEvent, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import "./agreement.scss";

/** A brand's agreement from the server, to read here or to print from a tab of its own. */
export function AgreementFrame({ address }: { address: string }) {
  const [attempt, setAttempt] = useState(1);
  const [failed, setFailed] = useState(false);

  const onLoad = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) => {
    const page = currentTarget.contentDocument;
    // Scripts cannot read the browser's own error page, so it has no title here.
    setFailed(!page?.title);
    // By itself a frame follows the system's theme, so pass on the theme chosen here.
    const { colorScheme } = document.documentElement.style;
    if (page) page.documentElement.style.colorScheme = colorScheme;
  };

  return (
    <div className="agreement">
      <iframe
        key={attempt}
        title="Psychic Agreement and Privacy Policy"
        src={address}
        hidden={failed}
        onLoad={onLoad}
      />
      {failed && (
        <div className="agreement-failure" role="alert">
          <p>The agreement could not be loaded. Check your connection, then try again.</p>
          <Button onClick={() => setAttempt(attempt + 1)}>Try Again</Button>
        </div>
      )}
      <p className="agreement-print">
        <a href={address} target="_blank" rel="noopener">
          Printer-friendly version
        </a>{" "}
        (opens in a new tab)
      </p>
    </div>
  );
}
