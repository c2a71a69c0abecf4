import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { accountEndpoints } from "#shared/accounts.ts";
import { psychicEndpoints } from "#shared/psychics.ts";
import { writtenPhone } from "#shared/rules/phone-number.ts";
import { query } from "#web/api/query.ts";
import { useMay } from "#web/api/use-may.ts";
import { businessTime } from "#web/lib/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmModal } from "#web/ui/form/confirm-modal.tsx";
import { KnownLink } from "#web/ui/known-paths.tsx";
import { showSuccess } from "#web/ui/notice-store.ts";
import { StatusTag } from "#web/ui/status-tag.tsx";
import { ConfirmAccountModal } from "../confirm-account-modal.tsx";
import { DeactivateNow } from "../deactivate-now.tsx";
import { useLinkedAccounts } from "../linked-accounts.tsx";
import { SpecialApprovalNote } from "../special-approval-note.tsx";
import { useAccountChange } from "../use-account-change.ts";
import { type ReviewProps, ReviewState } from "./review-state.tsx";
import { isShortcutPress, useApproveShortcut, useUnusedKey } from "./use-shortcut-keys.ts";
import "./approvals.scss";

/** The facts of a Pending account. Its Summary has the other statuses and the permissions. */
export function ReviewAccount({ userId, onDecided }: ReviewProps) {
  const request = { params: { id: String(userId) } };
  const { data, error, refetch } = useQuery(query(psychicEndpoints.getPsychic, request));
  const mayChangeStatus = useMay("change-status");
  const linked = useLinkedAccounts(data);
  const { busy, outcome, change } = useAccountChange(userId);
  const [isConfirming, setConfirming] = useState(false);
  const [isRejecting, setRejecting] = useState(false);
  useUnusedKey("R", () => setRejecting(true));
  const approveKey = useApproveShortcut(linked.mayConfirm && mayChangeStatus ? data : undefined);
  if (data?.account_status !== "Pending") {
    return <ReviewState loaded={data} error={error} onRetry={refetch} />;
  }
  const activate = () =>
    change(
      accountEndpoints.setAccountStatus,
      // As shown here: the server refuses if another manager changed it since (C8).
      { ...request, body: { acctStatus: "Active", from: data.account_status } },
      // The review stays until the server has answered.
      {},
      () => {
        showSuccess("Account Activated", `${data.username} is Active.`);
        onDecided();
      },
    );
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
      <p className="help" role="status">
        {isRejecting &&
          "An account cannot be rejected here. Open the account to set another status."}
      </p>
      {!mayChangeStatus && (
        <p className="help">Your role lets you see this account, but not activate it.</p>
      )}
      <div className={linked.isLoading ? undefined : "verdict"}>
        <p className="help is-danger" role="alert">
          {!isConfirming && outcome?.failed && outcome.text}
        </p>
        {!linked.isLoading && (
          <div className="form-buttons">
            <Button
              look="primary"
              busy={busy}
              disabled={!linked.mayConfirm || !mayChangeStatus}
              {...approveKey}
              onClick={({ detail }) => {
                // The second half of a double click would decide the next one, unseen.
                if (detail > 1) return;
                // Blindly typed words, such as a reason, must activate nothing.
                if (data.requires_approval || isShortcutPress()) setConfirming(true);
                else void activate();
              }}
            >
              Activate
            </Button>
            <KnownLink to={`/psychics/${userId}`} className="button">
              Open the Account
            </KnownLink>
            <DeactivateNow psychic={data} disabled={busy} onDone={onDecided} />
          </div>
        )}
      </div>
      {isConfirming && !data.requires_approval && (
        <ConfirmModal
          title="Activate the Account?"
          yes="Activate"
          no="Cancel"
          busy={busy}
          onYes={activate}
          onNo={() => setConfirming(false)}
        >
          <p>This sets the account of {data.username} to Active.</p>
          <p className="help is-danger" role="alert">
            {outcome?.failed && outcome.text}
          </p>
        </ConfirmModal>
      )}
      {isConfirming && data.requires_approval && (
        <ConfirmAccountModal
          psychic={data}
          status="Active"
          busy={busy}
          problem={outcome?.failed ? outcome.text : undefined}
          onYes={activate}
          onNo={() => setConfirming(false)}
        />
      )}
    </>
  );
}
