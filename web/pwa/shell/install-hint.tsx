import { useState, useSyncExternalStore } from "react";
import { hostBrand } from "#web/lib/page-brand.ts";
import { Button } from "#web/ui/button.tsx";
import { acceptInstallOffer, installOffer, watchInstallOffer } from "./install-offer.ts";
import { InstallSteps } from "./install-steps.tsx";
import { installFacts, installWay } from "./install-way.ts";
import "./install-hint.scss";

/** Stored per device. */
const key = "install-hint-put-off";
const putOffFor = 30 * 24 * 60 * 60_000;

function isPutOff(): boolean {
  const since = Number(localStorage.getItem(key) ?? 0);
  return Date.now() - since < putOffFor;
}

/** Says how to install the portal on this device, until that is done or put off. */
export function InstallHint() {
  const offer = useSyncExternalStore(watchInstallOffer, installOffer);
  const [putOff, setPutOff] = useState(isPutOff);
  const way = installWay(installFacts(offer !== null));
  if (putOff || way === "installed" || way === "none") return null;

  const later = () => {
    localStorage.setItem(key, String(Date.now()));
    setPutOff(true);
  };
  return (
    <section className="install-hint" aria-labelledby="install-hint">
      <h2 id="install-hint" className="install-hint-title">
        Put {hostBrand().name} on this device
      </h2>
      <p>
        It then opens like an app, even while you are offline, and can notify you of your calls.
      </p>
      {way === "steps" && <InstallSteps />}
      <div className="form-buttons">
        {way === "offered" && (
          <Button look="primary" onClick={acceptInstallOffer}>
            Install
          </Button>
        )}
        <Button onClick={later}>Not Now</Button>
      </div>
    </section>
  );
}
