import { ReadingsList } from "#web/features/readings/readings-list.tsx";
import { AdvisorFrame } from "../advisor-frame.tsx";

export function ReadingHistory() {
  return (
    <AdvisorFrame title="Reading History">
      {({ user_id, username, pay_day }) => (
        <ReadingsList psychicId={user_id} username={username} payDay={pay_day} limited />
      )}
    </AdvisorFrame>
  );
}
