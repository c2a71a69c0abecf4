import { useQuery } from "@tanstack/react-query";
import { psychicEndpoints } from "#shared/psychics.ts";
import { writtenPhone } from "#shared/rules/phone-number.ts";
import { query } from "#web/api/query.ts";
import { businessTime } from "#web/lib/dates.ts";
import { KnownLink } from "#web/ui/known-paths.tsx";
import { StatusTag } from "#web/ui/status-tag.tsx";
import { DeactivateNow } from "../deactivate-now.tsx";
import { useLinkedAccounts } from "../linked-accounts.tsx";
import { SpecialApprovalNote } from "../special-approval-note.tsx";
import { type ReviewProps, ReviewState } from "./review-state.tsx";

/** The facts of a Pending account. Managers decide on its Summary, which shows everything. */
export function ReviewAccount({ userId, onDecided }: ReviewProps) {
  const request = { params: { id: String(userId) } };
  const { data, error, refetch } = useQuery(query(psychicEndpoints.getPsychic, request));
  const linked = useLinkedAccounts(data);
  if (data?.account_status !== "Pending") {
    return <ReviewState loaded={data} error={error} onRetry={refetch} />;
  }
  const facts = [
    { label: "Name", value: `${data.first} ${data.last}` },
    { label: "Email", value: data.email },
    { label: "Phone", value: writtenPhone(data.phone) || "–" },
    { label: "Extension", value: data.extension },
    { label: "Signed up", value: businessTime(data.signup_date) },
    { label: "Profile", value: <StatusTag status={data.profile_status} /> },
  ];
  return (
    <>
      <SpecialApprovalNote psychic={data} />
      <dl className="figure-list">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {!linked.isLoading && (
        <div className="form-buttons">
          <KnownLink to={`/psychics/${userId}`} className="button is-primary">
            Open the Account
          </KnownLink>
          <DeactivateNow psychic={data} onDone={onDecided} />
        </div>
      )}
    </>
  );
}
