import { isEditable } from "#shared/rules/account.ts";
import { useMay } from "#web/api/use-may.ts";
import { ProfileEditor } from "#web/features/profile/profile-editor.tsx";
import { showSuccess } from "#web/ui/notice-store.ts";
import { type Psychic, PsychicFrame } from "../psychic-frame.tsx";
import { ProfileDecision } from "./profile-decision.tsx";
import { SsnSection } from "./ssn-section.tsx";

const blockedNote =
  "This account cannot be edited now. You can still approve or reject its profile while the profile is Pending.";

const roleNote = "Your role lets you see this profile, but not change it.";

/** A psychic's profile, for managers to edit, approve or reject (R24). */
export function PsychicProfileScreen() {
  const mayEdit = useMay("edit-psychics");
  const mayDecide = useMay("approve-content");
  const handlesPayroll = useMay("handle-payroll");
  const noteOf = (psychic: Psychic) => {
    if (!mayEdit) return roleNote;
    return isEditable(psychic) ? undefined : blockedNote;
  };
  return (
    <PsychicFrame screen="Profile">
      {(psychic) => (
        <>
          <ProfileEditor
            userId={psychic.user_id}
            psychic={psychic}
            editor="manager"
            readOnly={noteOf(psychic) !== undefined}
            maySetPassword={mayEdit}
            statusNote={() => noteOf(psychic)}
            passwordDone="The password has been updated."
            onSaved={() => showSuccess("Profile Updated", "Profile was updated")}
            below={({ profile_status }, version, isDirty) =>
              profile_status === "Pending" &&
              mayDecide && <ProfileDecision psychic={psychic} version={version} isDirty={isDirty} />
            }
          />
          {handlesPayroll && <SsnSection userId={psychic.user_id} username={psychic.username} />}
        </>
      )}
    </PsychicFrame>
  );
}
