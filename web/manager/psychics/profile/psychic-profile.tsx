import { isEditable } from "#shared/rules/account.ts";
import { ProfileEditor } from "#web/features/profile/profile-editor.tsx";
import { showSuccess } from "#web/ui/notice-store.ts";
import { PsychicFrame } from "../psychic-frame.tsx";
import { ProfileDecision } from "./profile-decision.tsx";

const blockedNote =
  "This account cannot be edited now. You can still approve or reject its profile while the profile is Pending.";

/** A psychic's profile, for managers to edit, approve or reject (R24). */
export function PsychicProfileScreen() {
  return (
    <PsychicFrame screen="Profile">
      {(psychic) => (
        <ProfileEditor
          userId={psychic.user_id}
          psychic={psychic}
          editor="manager"
          readOnly={!isEditable(psychic)}
          statusNote={() => (isEditable(psychic) ? undefined : blockedNote)}
          passwordDone="The password has been updated."
          onSaved={() => showSuccess("Profile Updated", "Profile was updated")}
          below={({ profile_status }, version, isDirty) =>
            profile_status === "Pending" && (
              <ProfileDecision psychic={psychic} version={version} isDirty={isDirty} />
            )
          }
        />
      )}
    </PsychicFrame>
  );
}
