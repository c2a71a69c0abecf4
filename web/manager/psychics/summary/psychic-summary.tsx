import { useSession } from "#web/api/use-session.ts";
import { openChat } from "#web/features/open-chat.ts";
import { PsychicCard } from "#web/features/psychic-card.tsx";
import { useNewYorkToday } from "#web/lib/use-new-york-today.ts";
import { Button } from "#web/ui/button.tsx";
import { StatusTag } from "#web/ui/status-tag.tsx";
import { PsychicFrame } from "../psychic-frame.tsx";
import { AccountControls } from "./account-controls.tsx";
import { LatestReadings } from "./latest-readings.tsx";
import { SpecialApproval } from "./special-approval.tsx";
import { SummaryTiles } from "./summary-tiles.tsx";
import "./summary.scss";

/** An overview of one account, with its controls. */
export function PsychicSummary() {
  const session = useSession();
  const today = useNewYorkToday();
  return (
    <PsychicFrame screen="Summary">
      {(psychic) => (
        <>
          <div className="panels">
            <PsychicCard psychic={psychic}>
              <StatusTag status={psychic.account_status} />
              <Button onClick={openChat}>Open Chat</Button>
            </PsychicCard>
            <AccountControls key={psychic.user_id} psychic={psychic} />
          </div>
          <SummaryTiles id={psychic.user_id} payDay={session?.pay_day ?? 1} today={today} />
          <LatestReadings id={psychic.user_id} today={today} />
          <SpecialApproval key={psychic.user_id} psychic={psychic} />
        </>
      )}
    </PsychicFrame>
  );
}
