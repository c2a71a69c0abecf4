import { DayView } from "#web/features/presence/day-view.tsx";
import { AdvisorFrame } from "../advisor-frame.tsx";

export function OwnDay() {
  return (
    <AdvisorFrame title="Day">
      {({ user_id, username }) => <DayView psychicId={user_id} username={username} isOwn />}
    </AdvisorFrame>
  );
}
