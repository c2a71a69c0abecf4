import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { type PsychicProfile, profileEndpoints } from "../../shared/profile.ts";
import type { Session } from "../../shared/sessions.ts";
import { sentenceOf } from "../api/error-sentences.ts";
import { save } from "../api/save.ts";
import { versionedQuery } from "../api/versioned-query.ts";
import { PicturePanel } from "../features/profile/picture-panel.tsx";
import { ProfileForm } from "../features/profile/profile-form.tsx";
import { type ProfileModal, ProfileModals } from "../features/profile/profile-modals.tsx";
import { ProfileStatus } from "../features/profile/profile-status.tsx";
import { useProfileChanged } from "../features/profile/use-profile-changed.ts";
import { usePsychic } from "../features/use-psychic.ts";
import { FailurePanel } from "../ui/failure-panel.tsx";
import { tellSaved } from "../ui/form/tell-saved.ts";
import { KnownLink } from "../ui/known-paths.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { AdvisorFrame } from "./advisor-frame.tsx";
import { useOwnLock } from "./use-own-lock.ts";

function statusNote({ profile_status, approved }: PsychicProfile): string | undefined {
  if (profile_status === "Rejected") {
    return "Change what is asked for and save: your manager then looks at it again.";
  }
  if (profile_status === "Approved") return undefined;
  return `Your manager looks at what you saved.${approved ? " Until then customers see what was approved before." : ""}`;
}

function LockedNote({ manager }: { manager: string | null }) {
  return (
    <>
      Your manager{manager && `, ${manager},`} changes these for you.{" "}
      <KnownLink to="/psychic/contact">Contact your manager</KnownLink>
    </>
  );
}

function OwnProfileEditor({ session }: { session: Session }) {
  const { user_id, manager_name } = session;
  const params = { id: String(user_id) };
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(
    versionedQuery(profileEndpoints.getProfile, { params }),
  );
  const { data: psychic } = usePsychic(user_id);
  const changed = useProfileChanged(user_id);
  const lock = useOwnLock(user_id);
  const [open, setOpen] = useState<ProfileModal>();
  const readOnly = lock !== undefined;

  if (!data) {
    return error ? (
      <FailurePanel
        title="Your profile could not be loaded"
        text={sentenceOf(error)}
        onRetry={refetch}
      />
    ) : (
      <div className="form-card is-awaited">
        <Spinner label="Loading your profile" />
      </div>
    );
  }
  const { data: profile, version } = data;
  return (
    <div className="profile-screen">
      <div className="profile-side">
        <ProfileStatus profile={profile} note={lock ?? statusNote(profile)} onOpen={setOpen} />
        {psychic && <PicturePanel psychic={psychic} editor="psychic" readOnly={readOnly} />}
      </div>
      <div className="form-card">
        <ProfileForm
          profile={profile}
          version={version}
          editor="psychic"
          lockedNote={<LockedNote manager={manager_name} />}
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
          onSaved={(isWaiting) => {
            tellSaved(isWaiting, "Profile Updated", "Your profile was updated");
            navigate("/psychic");
          }}
        />
      </div>
      <ProfileModals
        open={open}
        userId={user_id}
        passwordDone="Your password has been updated."
        prefix={profile.country_code}
        readOnly={readOnly}
        onClose={() => setOpen(undefined)}
      />
    </div>
  );
}

/** A psychic's own profile: who they are, how to reach them, what customers read (R49, V18). */
export function OwnProfile() {
  return (
    <AdvisorFrame title="Profile">
      {(session) => <OwnProfileEditor key={session.user_id} session={session} />}
    </AdvisorFrame>
  );
}
