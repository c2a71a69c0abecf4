import { useSession } from "#web/api/use-session.ts";
import { useNewYorkToday } from "#web/lib/use-new-york-today.ts";
import { PsychicFrame } from "../psychic-frame.tsx";
import { AccountControls } from "./account-controls.tsx";
import { LatestReadings } from "./latest-readings.tsx";
import { SpecialApproval } from "./special-approval.tsx";
import { SummaryChart, SummaryTiles } from "./summary-tiles.tsx";
import "./summary.scss";

/** An overview of one account, with its controls. */
export function PsychicSummary() {
  const session = useSession();
  const today = useNewYorkToday();
  const payDay = session?.pay_day ?? 1;
  return (
    <PsychicFrame screen="Summary">
      {(psychic) => (
        <div className="summary">
          <SummaryTiles id={psychic.user_id} payDay={payDay} today={today} />
          <AccountControls psychic={psychic} />
          <div className="summary-figures">
            <SummaryChart id={psychic.user_id} payDay={payDay} today={today} />
            <LatestReadings id={psychic.user_id} today={today} />
          </div>
          <SpecialApproval psychic={psychic} />
        </div>
      )}
    </PsychicFrame>
  );
}
