import { AccountHistory } from "#web/features/history/account-history.tsx";
import { AdvisorFrame } from "../advisor-frame.tsx";

/** Who opened or changed the psychic's account (D59). */
export function OwnHistory() {
  return (
    <AdvisorFrame title="Account History">
      {({ user_id }) => (
        <>
          <p className="screen-note">
            This is who opened or changed your account. If you do not recognize something, tell your
            manager.
          </p>
          <AccountHistory psychicId={user_id} viewer="psychic" />
        </>
      )}
    </AdvisorFrame>
  );
}
