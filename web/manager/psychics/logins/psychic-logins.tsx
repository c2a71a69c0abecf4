import { LoginsList } from "#web/features/logins/logins-list.tsx";
import { PsychicFrame } from "../psychic-frame.tsx";

export function PsychicLogins() {
  return (
    <PsychicFrame screen="Logins">
      {({ user_id, username }) => <LoginsList psychicId={user_id} username={username} />}
    </PsychicFrame>
  );
}
