import { useMay } from "#web/api/use-may.ts";
import { AccountHistory } from "#web/features/history/account-history.tsx";
import { PsychicFrame } from "../psychic-frame.tsx";

export function PsychicHistory() {
  const viewer = useMay("see-audit") ? "owners" : "staff";
  return (
    <PsychicFrame screen="History">
      {({ user_id }) => <AccountHistory psychicId={user_id} viewer={viewer} />}
    </PsychicFrame>
  );
}
