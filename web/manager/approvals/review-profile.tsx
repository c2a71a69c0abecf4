import { useQuery } from "@tanstack/react-query";
import { profileEndpoints } from "#shared/profile.ts";
import { psychicEndpoints } from "#shared/psychics.ts";
import { query } from "#web/api/query.ts";
import { save } from "#web/api/save.ts";
import { versionedQuery } from "#web/api/versioned-query.ts";
import type { DetailsValues } from "#web/features/profile/details-values.ts";
import { writtenDetails } from "#web/features/profile/written-details.ts";
import { useLinkedAccounts } from "../linked-accounts.tsx";
import { SpecialApprovalNote } from "../special-approval-note.tsx";
import { Comparison } from "./comparison.tsx";
import { type ReviewProps, ReviewState } from "./review-state.tsx";
import { VerdictButtons } from "./verdict-buttons.tsx";

const labels = {
  zodiac: "Zodiac Sign",
  gender: "Gender",
  experience: "Years Experience",
  language: "Primary Language",
  languages: "Other Languages",
  credentials: "Credentials",
} satisfies Record<keyof DetailsValues, string>;
const keys = Object.keys(labels) as (keyof typeof labels)[];

/** A pending profile beside the approved one (D25). */
export function ReviewProfile({ userId, onDecided }: ReviewProps) {
  const request = { params: { id: String(userId) } };
  const { data, error, refetch } = useQuery(versionedQuery(profileEndpoints.getProfile, request));
  // Approving may confirm the account too, so the buttons wait until that is known (M1).
  const account = useQuery(query(psychicEndpoints.getPsychic, request));
  const psychic = account.data;
  const linked = useLinkedAccounts(psychic);
  if (data?.data.profile_status !== "Pending") {
    return <ReviewState loaded={data} error={error} onRetry={refetch} />;
  }
  if (!psychic) {
    return <ReviewState loaded={undefined} error={account.error} onRetry={account.refetch} />;
  }
  const { approved, ...edited } = data.data;
  const waiting = writtenDetails(edited);
  const live = approved && writtenDetails(approved);
  const baseVersion = data.version ?? undefined;
  return (
    <>
      {!live && <p className="help">First profile: none has been approved yet.</p>}
      <Comparison
        rows={keys.map((key) => ({
          label: labels[key],
          live: live?.[key] ?? "",
          waiting: waiting[key],
        }))}
      />
      <SpecialApprovalNote psychic={psychic} />
      {!linked.isLoading && (
        <VerdictButtons
          userId={userId}
          {...(psychic.requires_approval && { confirms: psychic })}
          what="Profile"
          version={baseVersion}
          waits={linked.mayConfirm ? undefined : "failed"}
          takesReason
          approve={() => save(profileEndpoints.approveProfile, request, baseVersion)}
          reject={(reason) =>
            save(profileEndpoints.rejectProfile, { ...request, body: { reason } }, baseVersion)
          }
          onDecided={onDecided}
        />
      )}
    </>
  );
}
