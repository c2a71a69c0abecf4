import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormProvider } from "react-hook-form";
import { type ManagerProfile, profileEndpoints } from "#shared/profile.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { query } from "#web/api/query.ts";
import { save } from "#web/api/save.ts";
import { useMay } from "#web/api/use-may.ts";
import { useSession } from "#web/api/use-session.ts";
import { versionedQuery } from "#web/api/versioned-query.ts";
import { AddressFields } from "#web/features/profile/address-fields.tsx";
import { EmailField, NameFields } from "#web/features/profile/name-fields.tsx";
import { personSchema, personValues } from "#web/features/profile/person-values.ts";
import { personDifferences } from "#web/features/profile/profile-differences.ts";
import { type ProfileModal, ProfileModals } from "#web/features/profile/profile-modals.tsx";
import { useKnownVersions } from "#web/features/profile/use-known-versions.ts";
import { Button } from "#web/ui/button.tsx";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { EditForm } from "#web/ui/form/edit-form.tsx";
import { useEditForm } from "#web/ui/form/use-edit-form.ts";
import { KnownLink } from "#web/ui/known-paths.tsx";
import { showSuccess } from "#web/ui/notice-store.ts";
import { Spinner } from "#web/ui/spinner.tsx";
import { ManagerHeading } from "../manager-heading.tsx";
import "./edit-profile.scss";
import "#web/ui/screen-heading.scss";

function OwnForm({ profile, version }: { profile: ManagerProfile; version: string | null }) {
  const queries = useQueryClient();
  const saveChanged = useKnownVersions(profile, version);
  const form = useEditForm({
    name: "own-profile",
    schema: personSchema,
    stored: personValues(profile),
    version,
    prefix: "profile.",
    fromCurrent: (current: ManagerProfile) => personValues(current),
    save: (given, base) =>
      saveChanged(given, base, async (changes) => {
        const request = { body: { profile: changes } };
        const saved = await save(profileEndpoints.updateOwnProfile, request, base);
        await queries.invalidateQueries(query(profileEndpoints.getOwnProfile));
        return saved;
      }),
    onSaved: () => showSuccess("Profile Updated", "Profile was updated"),
    next: "/dashboard",
  });
  const { conflict } = form;
  return (
    <FormProvider {...form.methods}>
      <EditForm
        form={form}
        submitLabel="Submit"
        {...(conflict && { differences: personDifferences(form.getValues(), conflict.theirs) })}
      >
        <NameFields />
        <AddressFields />
        <div className="form-grid is-paired">
          <EmailField />
        </div>
      </EditForm>
    </FormProvider>
  );
}

/** A manager's own profile (R37). */
export function EditProfile() {
  const session = useSession();
  const canBeAway = useMay("handle-applications");
  const { data, error, refetch } = useQuery(versionedQuery(profileEndpoints.getOwnProfile));
  const [open, setOpen] = useState<ProfileModal>();
  return (
    <div className="form-screen">
      <div className="heading-row">
        <ManagerHeading title="Profile" />
        <div className="row-buttons">
          <Button onClick={() => setOpen("password")}>Password</Button>
          <Button disabled={!data} onClick={() => setOpen("phones")}>
            Phone Numbers
          </Button>
          {canBeAway && (
            <KnownLink to="/away" className="button">
              Away
            </KnownLink>
          )}
        </div>
      </div>
      {data ? (
        <div className="form-card">
          <OwnForm profile={data.data} version={data.version} />
        </div>
      ) : error ? (
        <FailurePanel
          title="Your profile could not be loaded"
          text={sentenceOf(error)}
          onRetry={refetch}
        />
      ) : (
        <div className="form-card is-awaited">
          <Spinner label="Loading your profile" />
        </div>
      )}
      {session && (
        <ProfileModals
          open={open}
          userId={session.user_id}
          passwordDone="The password has been updated."
          prefix={data?.data.country_code ?? 1}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}
