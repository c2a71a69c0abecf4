import { type ComponentType, useEffect, useState } from "react";
import type { Session } from "#shared/sessions.ts";
import { useSession } from "#web/api/use-session.ts";
import { whenIdle } from "#web/lib/when-idle.ts";
import { isOfferDue } from "./offer-due.ts";

/** On a dashboard: offers a passkey. It loads once the page is idle. */
export function FactorOfferLater() {
  const session = useSession();
  const [Offer, setOffer] = useState<ComponentType<{ session: Session }>>();
  const isDue = session !== null && isOfferDue(session);
  useEffect(() => {
    if (!isDue) return;
    return whenIdle(() => {
      import("./factor-offer.tsx").then(
        ({ FactorOffer }) => setOffer(() => FactorOffer),
        // The next visit offers it.
        () => undefined,
      );
    });
  }, [isDue]);
  return session && isDue && Offer && <Offer session={session} />;
}
