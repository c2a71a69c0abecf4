import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { profileEndpoints } from "../../../shared/profile.ts";
import { isEditable } from "../../../shared/rules/account.ts";
import { sentenceOf } from "../../api/error-sentences.ts";
import { save } from "../../api/save.ts";
import { versionedQuery } from "../../api/versioned-query.ts";
import { PicturePanel } from "../../features/profile/picture-panel.tsx";
import { ProfileForm } from "../../features/profile/profile-form.tsx";
import { type ProfileModal, ProfileModals } from "../../features/profile/profile-modals.tsx";
import { ProfileStatus } from "../../features/profile/profile-status.tsx";
import { useProfileChanged } from "../../features/profile/use-profile-changed.ts";
import { FailurePanel } from "../../ui/failure-panel.tsx";
import { showSuccess } from "../../ui/notice-store.ts";
import { Spinner } from "../../ui/spinner.tsx";
import { type Psychic, PsychicFrame } from "../psychic-frame.tsx";
import { ProfileDecision } from "./profile-decision.tsx";

const blockedNote =
  "This account may not be edited now. Its profile can still be approved or rejected while it is Pending.";

function ProfileEditor({ psychic }: { psychic: Psychic }) {
  const { user_id } = psychic;
  const params = { id: String(user_id) };
  const { data, error, refetch } = useQuery(
    versionedQuery(profileEndpoints.getProfile, { params }),
  );
  const changed = useProfileChanged(user_id);
  const [open, setOpen] = useState<ProfileModal>();
  const readOnly = !isEditable(psychic);

  if (!data) {
    return error ? (
      <FailurePanel
        title="The profile could not be loaded"
        text={sentenceOf(error)}
        onRetry={refetch}
      />
    ) : (
      <div className="form-card is-awaited">
        <Spinner label="Loading the profile" />
      </div>
    );
  }
  const { data: profile, version } = data;
  return (
    <div className="profile-screen">
      <div className="profile-side">
        <ProfileStatus
          profile={profile}
          note={readOnly ? blockedNote : undefined}
          onOpen={setOpen}
        />
        <PicturePanel psychic={psychic} editor="manager" readOnly={readOnly} />
      </div>
      <div className="form-card">
        <ProfileForm
          profile={profile}
          version={version}
          editor="manager"
          readOnly={readOnly}
          save={async (changes, on) => {
            const saved = await save(
              profileEndpoints.updateProfile,
              { params, body: { profile: changes } },
              on,
            );
            await changed();
            return saved;
          }}
          onSaved={() => showSuccess("Profile Updated", "Profile was updated")}
          below={(isDirty) =>
            profile.profile_status === "Pending" && (
              <ProfileDecision userId={user_id} version={version} held={isDirty} />
            )
          }
        />
      </div>
      <ProfileModals
        open={open}
        userId={user_id}
        username={profile.username}
        passwordDone="The password has been updated."
        prefix={profile.country_code}
        readOnly={readOnly}
        onClose={() => setOpen(undefined)}
      />
    </div>
  );
}

/** What a psychic told about themselves, as a manager edits and decides it (R24). */
export function PsychicProfileScreen() {
  return (
    <PsychicFrame screen="Profile">
      {(psychic) => <ProfileEditor key={psychic.user_id} psychic={psychic} />}
    </PsychicFrame>
  );
}
