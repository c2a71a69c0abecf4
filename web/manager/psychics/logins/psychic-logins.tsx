import { useMay } from "#web/api/use-may.ts";
import { LoginsList } from "#web/features/logins/logins-list.tsx";
import { PsychicFrame } from "../psychic-frame.tsx";
import { PsychicDevices } from "./psychic-devices.tsx";

export function PsychicLogins() {
  const mayEdit = useMay("edit-psychics");
  return (
    <PsychicFrame screen="Logins">
      {({ user_id, username }) => (
        <>
          <LoginsList psychicId={user_id} username={username} />
          {mayEdit && <PsychicDevices id={user_id} username={username} />}
        </>
      )}
    </PsychicFrame>
  );
}
