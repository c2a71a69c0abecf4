import { useSession } from "#web/api/use-session.ts";
import { ReadingsList } from "#web/features/readings/readings-list.tsx";
import { PsychicFrame } from "../psychic-frame.tsx";

export function PsychicReadings() {
  const payDay = useSession()?.pay_day ?? 1;
  return (
    <PsychicFrame screen="Readings">
      {({ user_id, username }) => (
        <ReadingsList psychicId={user_id} username={username} payDay={payDay} />
      )}
    </PsychicFrame>
  );
}
