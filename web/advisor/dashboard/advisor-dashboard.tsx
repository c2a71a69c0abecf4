import { useSession } from "#web/api/use-session.ts";
import { PsychicCard } from "#web/features/psychic-card.tsx";
import { FactorOfferLater } from "#web/features/security/factor-offer-later.tsx";
import { InstallHint } from "#web/pwa/shell/install-hint.tsx";
import { AdvisorHeading } from "../advisor-heading.tsx";
import { OwnAccount } from "../own-account.tsx";
import { AvailabilityTile } from "./availability-tile.tsx";
import { MyStats } from "./my-stats.tsx";
import { QuickLinks } from "./quick-links.tsx";
import { ScheduledCallsTile } from "./scheduled-calls-tile.tsx";
import "./dashboard.scss";

/** The psychic's dashboard. On a phone the status and the next call come first. */
export function AdvisorDashboard() {
  const session = useSession();
  const id = session?.user_id ?? 0;
  return (
    <>
      <AdvisorHeading title={`Welcome, ${session?.first ?? ""}`} name="Dashboard" />
      <div className="advisor-dashboard">
        <div>
          <AvailabilityTile psychicId={id} />
          <ScheduledCallsTile psychicId={id} />
          <InstallHint />
          <MyStats psychicId={id} />
        </div>
        <div>
          <QuickLinks />
          <OwnAccount id={id}>{(psychic) => <PsychicCard psychic={psychic} />}</OwnAccount>
        </div>
      </div>
      <FactorOfferLater />
    </>
  );
}
