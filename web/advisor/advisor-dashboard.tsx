import { brandOf } from "../../shared/reference/brands.ts";
import { useSession } from "../api/use-session.ts";
import { ScreenHeading } from "../ui/screen-heading.tsx";
import { AvailabilityTile } from "./availability-tile.tsx";
import { MyStats } from "./my-stats.tsx";
import { OwnCard } from "./own-card.tsx";
import { QuickLinks } from "./quick-links.tsx";
import { ScheduledCallsTile } from "./scheduled-calls-tile.tsx";

/** A psychic's start: on a phone the next call and the status come first. */
export function AdvisorDashboard() {
  const session = useSession();
  const id = session?.user_id ?? 0;
  return (
    <>
      <ScreenHeading
        title={`Welcome, ${session?.first ?? ""}`}
        documentTitle="Dashboard"
        portal={`${brandOf(location.hostname).name} Advisor Portal`}
      />
      <div className="advisor-dashboard">
        <ScheduledCallsTile psychicId={id} />
        <AvailabilityTile psychicId={id} />
        <MyStats psychicId={id} />
        <OwnCard psychicId={id} />
        <QuickLinks />
      </div>
    </>
  );
}
