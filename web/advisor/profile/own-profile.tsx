import type { PsychicProfile } from "#shared/profile.ts";
import type { Session } from "#shared/sessions.ts";
import { OwnAgreements } from "#web/features/agreement/own-agreements.tsx";
import { OwnDataSection } from "#web/features/privacy/own-data-section.tsx";
import { ProfileEditor } from "#web/features/profile/profile-editor.tsx";
import { tellSaved } from "#web/ui/form/tell-saved.ts";
import { KnownLink } from "#web/ui/known-paths.tsx";
import "#web/features/profile/profile.scss";
import { AdvisorFrame } from "../advisor-frame.tsx";
import { useOwnLock } from "../use-own-lock.ts";
import { useOwnPsychic } from "../use-own-psychic.ts";

function statusNote({ profile_status, approved }: PsychicProfile): string | undefined {
  if (profile_status === "Rejected") {
    return "Make the change that your manager asked for and save. Your manager then reviews it again.";
  }
  if (profile_status === "Approved") return undefined;
  return `Your manager reviews your changes.${approved ? " Until then customers see the approved profile." : ""}`;
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
  const { data: psychic } = useOwnPsychic(user_id);
  const lock = useOwnLock(user_id);
  return (
    <ProfileEditor
      userId={user_id}
      psychic={psychic}
      editor="psychic"
      readOnly={lock !== undefined}
      statusNote={(profile) => lock ?? statusNote(profile)}
      lockedNote={<LockedNote manager={manager_name} />}
      passwordDone="Your password has been updated."
      onSaved={(isWaiting) => tellSaved(isWaiting, "Profile Updated", "Your profile was updated")}
      next="/psychic"
    />
  );
}

/** A psychic's own profile: name, contact, and what customers read (R49, V18). */
export function OwnProfile() {
  return (
    <AdvisorFrame title="Profile">
      {(session) => (
        <>
          <OwnProfileEditor key={session.user_id} session={session} />
          <div className="profile-screen profile-more">
            <OwnAgreements userId={session.user_id} />
            <OwnDataSection />
          </div>
        </>
      )}
    </AdvisorFrame>
  );
}
