import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { type PsychicProfile, profileEndpoints } from "#shared/profile.ts";
import type { psychicEndpoints } from "#shared/psychics.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { save } from "#web/api/save.ts";
import { versionedQuery } from "#web/api/versioned-query.ts";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { PicturePanel } from "./picture-panel.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { type ProfileModal, ProfileModals } from "./profile-modals.tsx";
import { ProfileStatus } from "./profile-status.tsx";
import { useProfileChanged } from "./use-profile-changed.ts";
import "./profile.scss";

interface ProfileEditorProps {
  userId: number;
  /** Undefined while it loads; then the picture is not shown yet. */
  psychic: ResponseOf<typeof psychicEndpoints.getPsychic> | undefined;
  editor: "manager" | "psychic";
  readOnly: boolean;
  /** The note below the status. */
  statusNote: (profile: PsychicProfile) => string | undefined;
  /** Whether the viewer may set the password. Default true. */
  maySetPassword?: boolean;
  /** The note at locked fields: whom to ask for a change. */
  lockedNote?: ReactNode;
  /** The notice after a new password. */
  passwordDone: string;
  onSaved: (isWaiting: boolean) => void;
  /** The path to open after a save. */
  next?: string;
  /** Below the form. */
  below?: (profile: PsychicProfile, version: string | null, isDirty: boolean) => ReactNode;
}

/** A psychic's profile with its picture, password and phones, for the psychic and managers. */
export function ProfileEditor(props: ProfileEditorProps) {
  const { userId, psychic, editor, readOnly, lockedNote, below } = props;
  const params = { id: String(userId) };
  const whose = editor === "manager" ? "the" : "your";
  const { data, error, refetch } = useQuery(
    versionedQuery(profileEndpoints.getProfile, { params }),
  );
  const changed = useProfileChanged(userId);
  const [open, setOpen] = useState<ProfileModal>();

  if (!data) {
    return error ? (
      <FailurePanel
        title={`${editor === "manager" ? "The" : "Your"} profile could not be loaded`}
        text={sentenceOf(error)}
        onRetry={refetch}
      />
    ) : (
      <div className="form-card is-awaited">
        <Spinner label={`Loading ${whose} profile`} />
      </div>
    );
  }
  const { data: profile, version } = data;
  return (
    <div className="profile-screen">
      <div className="profile-side">
        <ProfileStatus
          profile={profile}
          note={props.statusNote(profile)}
          editor={editor}
          maySetPassword={props.maySetPassword ?? true}
          onOpen={setOpen}
        />
        {psychic && <PicturePanel psychic={psychic} editor={editor} readOnly={readOnly} />}
      </div>
      <div className="form-card">
        <ProfileForm
          profile={profile}
          version={version}
          editor={editor}
          lockedNote={lockedNote}
          readOnly={readOnly}
          save={async (changes, base) => {
            const body = { profile: changes };
            const saved = await save(profileEndpoints.updateProfile, { params, body }, base);
            await changed();
            return saved;
          }}
          onSaved={props.onSaved}
          {...(props.next && { next: props.next })}
          below={(isDirty) => below?.(profile, version, isDirty)}
        />
      </div>
      <ProfileModals
        open={open}
        userId={userId}
        {...(editor === "manager" && { username: profile.username })}
        passwordDone={props.passwordDone}
        prefix={profile.country_code}
        readOnly={readOnly}
        onClose={() => setOpen(undefined)}
      />
    </div>
  );
}
