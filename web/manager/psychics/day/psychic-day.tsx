import { DayView } from "#web/features/presence/day-view.tsx";
import { PsychicFrame } from "../psychic-frame.tsx";

export function PsychicDay() {
  return (
    <PsychicFrame screen="Day">
      {({ user_id, username }) => <DayView psychicId={user_id} username={username} isOwn={false} />}
    </PsychicFrame>
  );
}
