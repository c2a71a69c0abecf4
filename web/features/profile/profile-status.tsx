import type { PsychicProfile } from "#shared/profile.ts";
import { Button } from "#web/ui/button.tsx";
import { StatusTag } from "#web/ui/status-tag.tsx";
import type { ProfileModal } from "./profile-modals.tsx";
import "./profile.scss";

interface ProfileStatusProps {
  profile: PsychicProfile;
  /** A note about the status, for the viewer. */
  note?: string | undefined;
  editor: "manager" | "psychic";
  maySetPassword: boolean;
  onOpen: (modal: ProfileModal) => void;
}

/** The approval status of a profile, with buttons for what is changed separately. */
export function ProfileStatus(props: ProfileStatusProps) {
  const { profile, note, editor, maySetPassword, onOpen } = props;
  const { profile_status, reason } = profile;
  return (
    <section className="panel" aria-label="Profile status">
      <p className="profile-status">
        <span className="label">Profile</span> <StatusTag status={profile_status} />
      </p>
      {profile_status === "Rejected" && reason && <p className="help">Reason: {reason}</p>}
      {note && <p className="help">{note}</p>}
      <div className="form-buttons">
        {maySetPassword && <Button onClick={() => onOpen("password")}>Password</Button>}
        {maySetPassword && editor === "manager" && (
          <Button onClick={() => onOpen("sign-in")}>Reset Sign-In</Button>
        )}
        <Button onClick={() => onOpen("phones")}>Phone Numbers</Button>
      </div>
    </section>
  );
}
