import { LoginsList } from "#web/features/logins/logins-list.tsx";
import { AdvisorFrame } from "../advisor-frame.tsx";

export function LoginHistory() {
  return (
    <AdvisorFrame title="Login History">
      {({ user_id, username }) => <LoginsList psychicId={user_id} username={username} />}
    </AdvisorFrame>
  );
}
