import type { ReactNode } from "react";
import { FormProvider } from "react-hook-form";
import type { z } from "zod";
import type { PsychicProfile } from "#shared/profile.ts";
import type { Saved } from "#web/api/save.ts";
import { useMay } from "#web/api/use-may.ts";
import { useOnline } from "#web/lib/use-online.ts";
import { EditForm } from "#web/ui/form/edit-form.tsx";
import { useEditForm } from "#web/ui/form/use-edit-form.ts";
import { AddressFields } from "./address-fields.tsx";
import { ContactMethodField } from "./contact-method-field.tsx";
import { DetailsFields } from "./details-fields.tsx";
import { FormSection } from "./form-section.tsx";
import { LockedField } from "./locked-field.tsx";
import { LockedPerson } from "./locked-person.tsx";
import { EmailField, NameFields } from "./name-fields.tsx";
import { PinField } from "./pin-field.tsx";
import { profileDifferences } from "./profile-differences.ts";
import {
  type GivenProfile,
  type ProfileValues,
  pinlessSchema,
  profileSchema,
  profileValues,
} from "./profile-values.ts";
import { useKnownVersions } from "./use-known-versions.ts";
import { useLatePin } from "./use-late-pin.ts";
import { UsernameField } from "./username-field.tsx";

interface ProfileFormProps {
  profile: PsychicProfile;
  version: string | null;
  /** A manager can change everything, a psychic only what V18 allows. */
  editor: "manager" | "psychic";
  /** The note at locked fields: whom to ask for a change. */
  lockedNote?: ReactNode;
  readOnly?: boolean;
  /** Gets the fields that differ from the version that the form shows. */
  save: (changed: Partial<GivenProfile>, version: string | undefined) => Promise<Saved<never>>;
  onSaved: (isWaiting: boolean) => void;
  next?: string;
  /** Further actions below the form. They are possible only without unsaved changes. */
  below?: (isDirty: boolean) => ReactNode;
}

/** The form of a psychic's profile: sign-in, name, address, contact, and what customers read. */
export function ProfileForm(props: ProfileFormProps) {
  const { profile, version, editor, readOnly = false } = props;
  const isManager = editor === "manager";
  const maySeePin = useMay("see-pins");
  // A psychic's save may be stored on the phone while offline, but a PIN must not be (D39).
  const isPinless = !useOnline() && !isManager;
  const schema: z.ZodType<GivenProfile, ProfileValues> = isPinless ? pinlessSchema : profileSchema;
  const saveChanged = useKnownVersions(profile, version);
  const form = useEditForm({
    name: "profile",
    schema,
    stored: profileValues(profile),
    version,
    secrets: ["pin"],
    prefix: "profile.",
    fromCurrent: (current: PsychicProfile) => profileValues(current),
    save: (given, base) => saveChanged(given, base, (changed) => props.save(changed, base)),
    onSaved: props.onSaved,
    ...(props.next && { next: props.next }),
  });
  const { conflict } = form;
  useLatePin(form.methods, profile);
  return (
    <FormProvider {...form.methods}>
      <EditForm
        form={form}
        submitLabel="Save"
        readOnly={readOnly}
        {...(conflict && { differences: profileDifferences(form.getValues(), conflict.theirs) })}
      >
        <FormSection title="Sign-In">
          <div className="form-grid is-paired">
            {isManager ? (
              <UsernameField label="Username" present={profile.username} />
            ) : (
              <LockedField
                label="Username"
                value={profile.username}
                hint="Only your manager can change this"
              />
            )}
            {maySeePin ? (
              <PinField needsNetwork={isPinless} />
            ) : (
              <LockedField label="PIN" value="" hint="Your role does not show PINs" />
            )}
          </div>
        </FormSection>
        {isManager && (
          <FormSection title="Name and Address">
            <NameFields />
            <AddressFields />
          </FormSection>
        )}
        <FormSection title="Contact">
          <div className="form-grid is-paired">
            <EmailField />
            <ContactMethodField />
          </div>
        </FormSection>
        <FormSection
          title="About"
          note="Customers see changes to this part once they are approved."
        >
          <DetailsFields approved={profile.approved} isOwn={!isManager} />
        </FormSection>
      </EditForm>
      {!isManager && (
        <FormSection title="Name and Address" note={props.lockedNote}>
          <LockedPerson />
        </FormSection>
      )}
      {props.below?.(form.isDirty)}
    </FormProvider>
  );
}
